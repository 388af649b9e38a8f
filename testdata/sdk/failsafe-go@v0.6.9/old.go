// Package old uses failsafe-go v0.6.9: functions of the package that take the
// policies, whose builders have other names.
package old

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

func run(call func() (any, error)) error {
	retry := retrypolicy.Builder[any]().WithMaxRetries(0).Build()
	if err := failsafe.Run(func() error { _, err := call(); return err }, retry); err != nil {
		return err
	}
	_, err := failsafe.Get(call, hedgepolicy.WithDelay[any](time.Second))
	return err
}
