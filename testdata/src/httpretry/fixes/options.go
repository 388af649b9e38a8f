package fixes

import (
	"time"

	trpc "trpc.group/trpc-go/trpc-mcp-go"
)

var info = trpc.Implementation{Name: "fixes", Version: "1.0.0"}

// Simple loses the option.
func Simple(url string) (*trpc.Client, error) {
	return trpc.NewClient(url, info, trpc.WithClientGetSSEEnabled(true), trpc.WithSimpleRetry(2)) // want `sends every request again`
}

// Configured keeps it: without it, an import would be left unused.
func Configured(url string) (*trpc.Client, error) {
	return trpc.NewClient(url, info, trpc.WithRetry(trpc.RetryConfig{MaxRetries: 3, MaxBackoff: 8 * time.Second})) // want `sends every request again`
}
