// Package repo holds outcomes that are recorded through repositories.
package repo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Status is the status of a job.
type Status int

// The statuses.
const (
	Queued Status = iota
	Done
	Failed
	OutcomeUnknown
)

// A Phase is the phase of a shipment.
type Phase string

// The phases.
const (
	PhaseShipped    Phase = "SH"
	PhaseRejected   Phase = "RJ"
	PhaseUnresolved Phase = "UR"
)

// A Job is one order.
type Job struct {
	ID       string
	Status   Status
	LastErr  string
	Finished time.Time
}

// A Receipt is the record of one attempt.
type Receipt struct {
	ID      string
	Success bool
	Detail  string
}

// Jobs keeps jobs.
type Jobs interface {
	Save(ctx context.Context, j *Job) error
	UpdateStatus(ctx context.Context, id string, s Status) error
	SetPhase(ctx context.Context, id string, phase Phase) error
	MarkFailed(ctx context.Context, id, reason string) error
	MarkUnknown(ctx context.Context, id, reason string) error
	Fail(ctx context.Context, id string, cause error) error
	Transition(ctx context.Context, id, from, to string) error
	AddReceipt(ctx context.Context, r Receipt) error
	Update(ctx context.Context, id string, fields map[string]any) error
}

// Worker runs jobs.
type Worker struct {
	session *mcp.ClientSession
	jobs    Jobs
}

func (w *Worker) ship(ctx context.Context, id string) error {
	_, err := w.session.CallTool(ctx, &mcp.CallToolParams{Name: "ship_parcel", Arguments: map[string]any{"id": id}})
	return err
}

// Record is unsafe: the field of a record that is saved.
func (w *Worker) Record(ctx context.Context, j *Job) error {
	if err := w.ship(ctx, j.ID); err != nil {
		j.Status = Failed
		j.LastErr = err.Error()
		return w.jobs.Save(ctx, j) // want `the outcome of tools/call "ship_parcel" is recorded as Failed by Jobs.Save on any error`
	}
	j.Status = Done
	return w.jobs.Save(ctx, j)
}

// RecordUnknown is its safe twin.
func (w *Worker) RecordUnknown(ctx context.Context, j *Job) error {
	if err := w.ship(ctx, j.ID); err != nil {
		j.Status = OutcomeUnknown
		j.LastErr = err.Error()
		return w.jobs.Save(ctx, j)
	}
	j.Status = Done
	return w.jobs.Save(ctx, j)
}

// Merged is unsafe: one call saves both outcomes.
func (w *Worker) Merged(ctx context.Context, j *Job) error {
	err := w.ship(ctx, j.ID)
	if err != nil {
		j.Status, j.LastErr = Failed, err.Error()
	} else {
		j.Status = Done
	}
	return w.jobs.Save(ctx, j) // want `recorded as Failed`
}

// Literal is unsafe: a new record.
func (w *Worker) Literal(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.Save(ctx, &Job{ID: id, Status: Failed, LastErr: err.Error()}) // want `recorded as Failed`
	}
	return nil
}

// Argument is unsafe: the status is an argument.
func (w *Worker) Argument(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.UpdateStatus(ctx, id, Failed) // want `recorded as Failed by Jobs.UpdateStatus`
	}
	return w.jobs.UpdateStatus(ctx, id, Done)
}

// Named is unsafe: the value says nothing, the constant's name does.
func (w *Worker) Named(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.SetPhase(ctx, id, PhaseRejected) // want `recorded as PhaseRejected`
	}
	return w.jobs.SetPhase(ctx, id, PhaseShipped)
}

// NamedOpen is its safe twin.
func (w *Worker) NamedOpen(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.SetPhase(ctx, id, PhaseUnresolved)
	}
	return w.jobs.SetPhase(ctx, id, PhaseShipped)
}

// Mark is unsafe: the method's name is the status.
func (w *Worker) Mark(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.MarkFailed(ctx, id, err.Error()) // want `the outcome of tools/call "ship_parcel" is recorded by Jobs.MarkFailed on any error`
	}
	return nil
}

// MarkOpen is its safe twin.
func (w *Worker) MarkOpen(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.MarkUnknown(ctx, id, err.Error())
	}
	return nil
}

// End is unsafe.
func (w *Worker) End(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.Fail(ctx, id, err) // want `recorded by Jobs.Fail`
	}
	return nil
}

// Move is unsafe: from one state to another, by name.
func (w *Worker) Move(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.Transition(ctx, id, "shipping", "aborted") // want `recorded as "aborted"`
	}
	return w.jobs.Transition(ctx, id, "shipping", "shipped")
}

// Bool is unsafe: false is a claim, too.
func (w *Worker) Bool(ctx context.Context, id string) error {
	err := w.ship(ctx, id)
	return w.jobs.AddReceipt(ctx, Receipt{ID: id, Success: err == nil, Detail: fmt.Sprint(err)}) // want `recorded as Success = false`
}

// BoolRefused is safe: that it was refused is known.
func (w *Worker) BoolRefused(ctx context.Context, id string) error {
	err := w.ship(ctx, id)
	if err != nil && !errors.Is(err, mcp.ErrConnectionClosed) {
		return err
	}
	return w.jobs.AddReceipt(ctx, Receipt{ID: id, Success: err == nil, Detail: fmt.Sprint(err)})
}

// Fields is unsafe: a map of columns.
func (w *Worker) Fields(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.Update(ctx, id, map[string]any{"status": "rolled_back", "error": err.Error()}) // want `recorded as "rolled_back"`
	}
	return nil
}

// FieldsError is safe: the error's text is no status.
func (w *Worker) FieldsError(ctx context.Context, id string) error {
	if err := w.ship(ctx, id); err != nil {
		return w.jobs.Update(ctx, id, map[string]any{"status": "pending", "note": "failed", "error": err.Error()})
	}
	return nil
}

// statusOf is unsafe where it is used: a table of outcomes.
func statusOf(err error) Status {
	if err != nil {
		return Failed
	}
	return Done
}

// Table is unsafe.
func (w *Worker) Table(ctx context.Context, id string) error {
	err := w.ship(ctx, id)
	return errors.Join(err, w.jobs.UpdateStatus(ctx, id, statusOf(err))) // want `recorded as Failed`
}

// outcomeOf tells three outcomes apart.
func outcomeOf(err error) Status {
	switch {
	case err == nil:
		return Done
	case errors.Is(err, mcp.ErrConnectionClosed):
		return Failed // it was never sent
	}
	return OutcomeUnknown
}

// TableOpen is its safe twin.
func (w *Worker) TableOpen(ctx context.Context, id string) error {
	err := w.ship(ctx, id)
	return errors.Join(err, w.jobs.UpdateStatus(ctx, id, outcomeOf(err)))
}

// Before is safe: the record is made before the attempt.
func (w *Worker) Before(ctx context.Context, j *Job) error {
	j.Status = Failed
	if err := w.jobs.Save(ctx, j); err != nil {
		return err
	}
	return w.ship(ctx, j.ID)
}
