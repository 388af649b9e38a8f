// Package stores deduplicates by identities of the transport.
package stores

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/redis/go-redis/v9"
)

// Gateway passes requests on and wants to execute each once.
type Gateway struct {
	mu        sync.Mutex
	processed map[string]bool
	pending   map[string]chan *transport.JSONRPCResponse
	dedupe    sync.Map
	inflight  sync.Map
	rdb       *redis.Client
	db        *sql.DB
}

// Once is unsafe: ids start again with every connection.
func (g *Gateway) Once(ctx context.Context, req *transport.JSONRPCRequest, do func(context.Context) error) error {
	id := req.ID.String()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.processed[id] {
		return nil
	}
	if err := do(ctx); err != nil {
		return err
	}
	g.processed[id] = true // want `the JSON-RPC id is used as the key processed`
	return nil
}

// OnceByOperation is safe: the key of the operation.
func (g *Gateway) OnceByOperation(ctx context.Context, op string, do func(context.Context) error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.processed[op] {
		return nil
	}
	if err := do(ctx); err != nil {
		return err
	}
	g.processed[op] = true
	return nil
}

// Await is safe: the map correlates answers with requests.
func (g *Gateway) Await(req *transport.JSONRPCRequest) chan *transport.JSONRPCResponse {
	ch := make(chan *transport.JSONRPCResponse, 1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pending[req.ID.String()] = ch
	return ch
}

// First is unsafe: a sync.Map that deduplicates.
func (g *Gateway) First(req *jsonrpc.Request) bool {
	_, loaded := g.dedupe.LoadOrStore(req.ID, time.Now()) // want `the JSON-RPC id is used as the key dedupe`
	return !loaded
}

// Start is safe: requests that are under way.
func (g *Gateway) Start(req *jsonrpc.Request, cancel context.CancelFunc) {
	g.inflight.Store(req.ID, cancel)
}

// Claim is unsafe: Redis remembers an id that comes again.
func (g *Gateway) Claim(ctx context.Context, req *transport.JSONRPCRequest) (bool, error) {
	return g.rdb.SetNX(ctx, fmt.Sprintf("mcp:dedup:%v", req.ID.Value()), 1, 24*time.Hour).Result() // want `the JSON-RPC id is used as the key SetNX`
}

// ClaimOperation is safe.
func (g *Gateway) ClaimOperation(ctx context.Context, op string) (bool, error) {
	return g.rdb.SetNX(ctx, "mcp:dedup:"+op, 1, 24*time.Hour).Result()
}

// Lock is safe: a lock of the session, for a while.
func (g *Gateway) Lock(ctx context.Context, s *mcp.ServerSession) (bool, error) {
	return g.rdb.SetNX(ctx, "mcp:lock:"+s.ID(), 1, 30*time.Second).Result()
}

// Insert is unsafe: a unique column.
func (g *Gateway) Insert(ctx context.Context, req *jsonrpc.Request, tool string) error {
	_, err := g.db.ExecContext(ctx, // want `the JSON-RPC id is used as the key idempotency_key`
		`INSERT INTO calls (tool, idempotency_key, at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING`,
		tool, fmt.Sprint(req.ID.Raw()))
	return err
}

// InsertTraced is safe: the id is a column beside the key.
func (g *Gateway) InsertTraced(ctx context.Context, req *jsonrpc.Request, op string) error {
	_, err := g.db.ExecContext(ctx,
		`INSERT INTO calls (rpc_id, idempotency_key, at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING`,
		fmt.Sprint(req.ID.Raw()), op)
	return err
}

// Known is unsafe: the row is looked up by it.
func (g *Gateway) Known(ctx context.Context, req *jsonrpc.Request) (result string, err error) {
	err = g.db.QueryRowContext(ctx, "SELECT result FROM calls WHERE idempotency_key = ?", fmt.Sprint(req.ID.Raw())).Scan(&result) // want `the JSON-RPC id is used as the key idempotency_key`
	return result, err
}
