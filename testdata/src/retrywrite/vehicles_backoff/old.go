package vehicles_backoff

import (
	"context"
	"fmt"

	backoff2 "github.com/cenkalti/backoff"
	backoff3 "github.com/cenkalti/backoff/v3"
)

// ShipV2 is unsafe: the first versions know 0 retries as no limit.
func (c *Courier) ShipV2(ctx context.Context, parcel string) error {
	return backoff2.Retry(func() error { // want `tools/call "ship_parcel".*can run again`
		_, err := c.ship(ctx, parcel)
		return err
	}, backoff2.WithMaxRetries(backoff2.NewExponentialBackOff(), 0))
}

// ShipV2Permanent is safe: the error is permanent.
func (c *Courier) ShipV2Permanent(ctx context.Context, parcel string) error {
	return backoff2.Retry(func() error {
		if _, err := c.ship(ctx, parcel); err != nil {
			return backoff2.Permanent(err)
		}
		return nil
	}, backoff2.NewExponentialBackOff())
}

// ShipV3 is unsafe: any error is tried again.
func (c *Courier) ShipV3(ctx context.Context, parcel string) error {
	return backoff3.RetryNotify(func() error { // want `tools/call "ship_parcel".*can run again`
		_, err := c.ship(ctx, parcel)
		return err
	}, backoff3.NewExponentialBackOff(), nil)
}

// ShipV3Stop is safe: StopBackOff.
func (c *Courier) ShipV3Stop(ctx context.Context, parcel string) error {
	return backoff3.Retry(func() error {
		_, err := c.ship(ctx, parcel)
		return err
	}, new(backoff3.StopBackOff))
}

// ShipV3Hidden is unsafe: this version does not look through the wrapping, so
// that the error is not permanent.
func (c *Courier) ShipV3Hidden(ctx context.Context, parcel string) error {
	return backoff3.Retry(func() error { // want `tools/call "ship_parcel".*can run again`
		if _, err := c.ship(ctx, parcel); err != nil {
			return fmt.Errorf("ship %s: %w", parcel, backoff3.Permanent(err))
		}
		return nil
	}, backoff3.NewExponentialBackOff())
}
