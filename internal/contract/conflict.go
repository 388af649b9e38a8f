package contract

import "go/token"

// A Conflict is a contract that another one contradicts.
type Conflict struct {
	Pos, End token.Pos
	Message  string
}
