// Package use calls tools through a client of another package.
package use

import (
	"context"

	"cases/sharedkey/across/desk"

	"github.com/google/uuid"
)

// All is unsafe: one key for all rooms.
func All(ctx context.Context, c *desk.Client, rooms []string) error {
	key := uuid.NewString()
	for _, room := range rooms {
		if err := c.Book(ctx, room, key); err != nil { // want `the key idempotency_key of tools/call "book_room" is the same in all rounds`
			return err
		}
	}
	return nil
}

// Each is safe: a key for each room.
func Each(ctx context.Context, c *desk.Client, rooms []string) error {
	for _, room := range rooms {
		if err := c.Book(ctx, room, uuid.NewString()); err != nil {
			return err
		}
	}
	return nil
}

// Constant is unsafe.
func Constant(ctx context.Context, c *desk.Client, room string) error {
	return c.Book(ctx, room, "front-desk") // want `the key idempotency_key of tools/call "book_room" is a constant`
}

// Given is safe: for the caller to say.
func Given(ctx context.Context, c *desk.Client, room, key string) error {
	return c.Book(ctx, room, key)
}

// Fixed is reported where the key is written.
func Fixed(ctx context.Context, c *desk.Client, room string) error { return c.Fixed(ctx, room) }

// Session is unsafe: one id for all rooms.
func Session(ctx context.Context, c *desk.Client, room string) error {
	return c.Book(ctx, room, c.Session.ID()) // want `the key idempotency_key of tools/call "book_room" is the id of the session`
}
