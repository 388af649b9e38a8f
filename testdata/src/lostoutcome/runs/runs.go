// Package runs keeps the state of an agent's runs, and of the calls in them.
package runs

import (
	"context"
	"database/sql"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Wish is a call that the model asks for.
type Wish struct {
	Tool string
	Args map[string]any
}

// A Model answers.
type Model interface {
	Next(ctx context.Context, said []string) ([]Wish, error)
}

// A Desk runs agents.
type Desk struct {
	db      *sql.DB
	model   Model
	session *mcp.ClientSession
}

func (d *Desk) run(ctx context.Context, question string) error {
	said := []string{question}
	for {
		wishes, err := d.model.Next(ctx, said)
		if err != nil {
			return err
		}
		if len(wishes) == 0 {
			return nil
		}
		for _, w := range wishes {
			if _, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: w.Tool, Arguments: w.Args}); err != nil {
				return err
			}
			said = append(said, w.Tool)
		}
	}
}

// Handle is safe: the run has failed, whatever became of the calls in it.
func (d *Desk) Handle(ctx context.Context, id, question string) error {
	err := d.run(ctx, question)
	if err != nil {
		_, dbErr := d.db.ExecContext(ctx, `UPDATE runs SET status = 'failed' WHERE id = ?`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

func (d *Desk) book(ctx context.Context, room string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"room": room}})
	return err
}

// Book is unsafe: the booking may have been made.
func (d *Desk) Book(ctx context.Context, id, room string) error {
	err := d.book(ctx, room)
	if err != nil {
		_, dbErr := d.db.ExecContext(ctx, `UPDATE bookings SET status = 'failed' WHERE id = ?`, id) // want `recorded as .failed.`
		return errors.Join(err, dbErr)
	}
	return nil
}
