// Package classify sorts errors for its importers. It imports no SDK.
package classify

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
)

// Unreachable reports that nothing was sent.
func Unreachable(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" || errors.Is(err, syscall.ECONNREFUSED)
}

// Broken reports that the connection broke.
func Broken(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	return strings.Contains(err.Error(), "broken pipe")
}

// Temporary reports what most people call temporary.
func Temporary(err error) bool {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return false
	case Broken(err), Unreachable(err):
		return true
	}
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

// Final is the opposite of Temporary.
func Final(err error) bool { return !Temporary(err) }

// Never is for those who do not want to repeat anything.
func Never(error) bool { return false }

// Kind is a class of errors.
type Kind int

// The kinds.
const (
	KindNone Kind = iota
	KindAuth
	KindTransport
	KindProtocol
)

// KindOf sorts err.
func KindOf(err error) Kind {
	var ne net.Error
	switch {
	case err == nil:
		return KindNone
	case strings.Contains(err.Error(), http.StatusText(http.StatusUnauthorized)):
		return KindAuth
	case errors.Is(err, io.EOF), errors.Is(err, context.DeadlineExceeded), errors.As(err, &ne):
		return KindTransport
	}
	return KindProtocol
}

// Classifier is implemented elsewhere.
type Classifier interface {
	Retryable(err error) bool
}
