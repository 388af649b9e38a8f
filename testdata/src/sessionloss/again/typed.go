package again

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// A rejectedError stands for any refusal.
type rejectedError struct{ Status int }

func (e *rejectedError) Error() string { return fmt.Sprintf("rejected: %d", e.Status) }

type refusedError struct {
	Status    int
	Challenge string
}

func (e *refusedError) Error() string { return fmt.Sprintf("refused: %d", e.Status) }

// refusal tells whether the server wants other credentials.
func refusal(resp *http.Response) *refusedError {
	challenge := resp.Header.Get("WWW-Authenticate")
	if resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden && challenge != "" {
		return &refusedError{Status: resp.StatusCode, Challenge: challenge}
	}
	return nil
}

// rejection takes any error of the client's for a refusal.
func rejection(resp *http.Response) *rejectedError {
	if resp.StatusCode >= 400 && resp.StatusCode < 500 {
		return &rejectedError{Status: resp.StatusCode}
	}
	return nil
}

// An authorized client has credentials that go out of date.
type authorized struct {
	client
	renew func() bool
}

// refused makes its error only of 401 and 403.
func (c *authorized) refused(ctx context.Context, body []byte) ([]byte, error) {
	req, err := c.build(ctx, body)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		if err := refusal(resp); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// Refused sends once more with other credentials: a 404 is not among what it
// does so for.
func (c *authorized) Refused(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.refused(ctx, body)
	var r *refusedError
	if errors.As(err, &r) && c.renew() {
		return c.refused(ctx, body)
	}
	return out, err
}

// rejected makes its error of a 404, too.
func (c *authorized) rejected(ctx context.Context, body []byte) ([]byte, error) {
	req, err := c.build(ctx, body)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		if err := rejection(resp); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// Rejected sends once more after that.
func (c *authorized) Rejected(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.rejected(ctx, body)
	var r *rejectedError
	if errors.As(err, &r) && c.renew() {
		return c.rejected(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
	}
	return out, err
}
