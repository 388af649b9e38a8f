// Package app falls back with the functions of another package.
package app

import (
	"context"

	"cases/erafallback/layers/rpc"
)

func recognised(ctx context.Context, c rpc.Conn) error {
	err := rpc.Discover(ctx, c)
	if rpc.IsModern(err) {
		return rpc.Initialize(ctx, c) // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

func other(ctx context.Context, c rpc.Conn) error {
	err := rpc.Discover(ctx, c)
	if err == nil || rpc.IsModern(err) {
		return err
	}
	return rpc.Initialize(ctx, c)
}

func keyed(ctx context.Context, c rpc.Conn) error {
	err := rpc.Discover(ctx, c)
	if rpc.IsUnknown(err) {
		return rpc.Initialize(ctx, c) // want `the fall-back to initialize is keyed to one error code`
	}
	return err
}

func keyedAndOther(ctx context.Context, c rpc.Conn) error {
	err := rpc.Discover(ctx, c)
	if err == nil || rpc.IsModern(err) {
		return err
	}
	if rpc.IsUnknown(err) {
		return rpc.Initialize(ctx, c)
	}
	return rpc.Initialize(ctx, c)
}
