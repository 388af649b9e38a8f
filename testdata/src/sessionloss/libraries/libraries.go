// Package libraries has requests that a library sends again.
package libraries

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	retry "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

type client struct {
	url, session string
}

var errGone = errors.New("the session is gone")

func (c *client) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", c.session)
	return http.DefaultClient.Do(req)
}

// insisting returns any failure to the library.
func (c *client) insisting(ctx context.Context, body []byte) (out []byte, err error) {
	op := func() error {
		resp, err := c.post(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("status %s", resp.Status)
		}
		out, err = io.ReadAll(resp.Body)
		return err
	}
	err = backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	return out, err
}

// yielding ends it when the session is gone.
func (c *client) yielding(ctx context.Context, body []byte) (out []byte, err error) {
	op := func() error {
		resp, err := c.post(ctx, body)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK:
			out, err = io.ReadAll(resp.Body)
			return err
		case http.StatusNotFound:
			return backoff.Permanent(errGone)
		default:
			return fmt.Errorf("status %s", resp.Status)
		}
	}
	err = backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	return out, err
}

// avast does so with another library.
func (c *client) avast(ctx context.Context, body []byte) error {
	return retry.Do(func() error {
		resp, err := c.post(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 400 {
			return errGone
		}
		return nil
	}, retry.Attempts(4), retry.Context(ctx))
}

// avastOnce does not repeat.
func (c *client) avastOnce(ctx context.Context, body []byte) error {
	return retry.Do(func() error {
		resp, err := c.post(ctx, body)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 400 {
			return errGone
		}
		return nil
	}, retry.Attempts(1), retry.Context(ctx))
}

// avastUnrecoverable ends it for a 404.
func (c *client) avastUnrecoverable(ctx context.Context, body []byte) error {
	return retry.Do(func() error {
		resp, err := c.post(ctx, body)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusNotFound {
			return retry.Unrecoverable(errGone)
		}
		if resp.StatusCode >= 400 {
			return errors.New(resp.Status)
		}
		return nil
	}, retry.Context(ctx))
}

// helper is a loop of the package's own.
func helper[T any](attempts int, f func() (T, error)) (out T, err error) {
	for range attempts {
		if out, err = f(); err == nil {
			return out, nil
		}
	}
	return out, err
}

// helped hands it the request.
func (c *client) helped(ctx context.Context, body []byte) ([]byte, error) {
	return helper(3, func() ([]byte, error) {
		resp, err := c.post(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusNotFound {
			return nil, errGone
		}
		return io.ReadAll(resp.Body)
	})
}
