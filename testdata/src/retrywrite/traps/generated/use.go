package generated

import "context"

// Reopen is unsafe: the generated method is called again after any error.
func Reopen(ctx context.Context, c *Client, title string) error {
	_, err := c.OpenTicket(ctx, title)
	if err != nil {
		_, err = c.OpenTicket(ctx, title) // want `tools/call "open_ticket".*can run again`
	}
	return err
}

// Open is safe: one call.
func Open(ctx context.Context, c *Client, title string) error {
	_, err := c.OpenTicket(ctx, title)
	return err
}
