package schedule

import (
	"testing"
	"time"
)

func TestGrowing(t *testing.T) {
	for _, c := range []struct {
		first  time.Duration
		factor float64
		n      int64
		limit  time.Duration
		want   time.Duration
	}{
		{time.Second, 1, 0, 0, 0},
		{time.Second, 1, 5, 0, 5 * time.Second},
		{time.Second, 2, 4, 0, 15 * time.Second},
		{time.Second, 2, 4, 3 * time.Second, 9 * time.Second},
		{time.Second, 2, -1, 0, 0},
		{time.Hour, 10, 100, 0, maxSpan},
	} {
		if got := growing(c.first, c.factor, c.n, c.limit); got != c.want {
			t.Errorf("growing(%v, %v, %d, %v) = %v, want %v", c.first, c.factor, c.n, c.limit, got, c.want)
		}
	}
}

func TestLonger(t *testing.T) {
	if !(Span{Endless: true}).Longer(time.Hour) || (Span{D: time.Minute}).Longer(time.Minute) || !(Span{D: time.Minute}).Longer(time.Second) {
		t.Error("Longer is wrong")
	}
}

func TestPackageOf(t *testing.T) {
	for full, want := range map[string]string{
		"github.com/cenkalti/backoff/v5.Retry":              "github.com/cenkalti/backoff/v5",
		"(*github.com/avast/retry-go/v5.Retrier).Do":        "github.com/avast/retry-go/v5",
		"github.com/avast/retry-go.Do":                      "github.com/avast/retry-go",
		"k8s.io/apimachinery/pkg/util/wait.Poll":            "k8s.io/apimachinery/pkg/util/wait",
		"(github.com/failsafe-go/failsafe-go.Executor).Run": "github.com/failsafe-go/failsafe-go",
	} {
		if got := packageOf(full); got != want {
			t.Errorf("packageOf(%q) = %q, want %q", full, got, want)
		}
	}
}
