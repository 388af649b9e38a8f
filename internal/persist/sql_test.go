package persist

import "testing"

func TestReadQuery(t *testing.T) {
	for _, c := range []struct {
		text   string
		kind   Kind
		writes bool
		status bool
	}{
		{"UPDATE orders SET status = 'failed' WHERE id = $1", Failed, true, true},
		{"update orders\nset state='rolled_back', updated = now()\nwhere id = ?", RolledBack, true, true},
		{`UPDATE "orders" SET "status" = 'cancelled'`, Cancelled, true, true},
		{"UPDATE orders SET status = $1 WHERE id = $2", None, true, true},
		{"UPDATE orders SET status = 'unknown' WHERE status = 'failed'", None, true, true},
		{"UPDATE orders SET note = 'failed' WHERE id = $1", None, true, false},
		{"UPDATE orders SET executed = false WHERE id = $1", NotExecuted, true, false},
		{"INSERT INTO outcomes (id, status, note) VALUES ($1, 'failed', $2)", Failed, true, true},
		{"INSERT INTO outcomes (id, note, status) VALUES ($1, 'failed', $2)", None, true, true},
		{"WITH x AS (SELECT 1) UPDATE orders SET status = 'error'", Failed, true, true},
		{"SELECT id FROM orders WHERE status = 'failed'", None, false, false},
		{"DELETE FROM orders WHERE id = $1", None, false, false},
		{"", None, false, false},
	} {
		if q := readQuery(c.text); q.kind != c.kind || q.writes != c.writes || q.status != c.status {
			t.Errorf("readQuery(%q) = %+v", c.text, q)
		}
	}
}
