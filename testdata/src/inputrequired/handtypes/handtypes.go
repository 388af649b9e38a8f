// Package handtypes reads result types by itself, and knows only one of them.
package handtypes

import (
	"encoding/json"
	"errors"
)

type envelope struct {
	Result struct {
		ResultType string          `json:"resultType"`
		Content    json.RawMessage `json:"content"`
	} `json:"result"`
}

var errOpen = errors.New("the server asks for input")

const methodToolsCall = "tools/call"

// Methods lists what the client sends.
var Methods = []string{methodToolsCall}

// Content takes whatever does not ask for input.
func Content(body []byte) (json.RawMessage, error) {
	var out envelope
	if err := json.Unmarshal(body, &out); err != nil {
		return nil, err
	}
	if out.Result.ResultType == "input_required" { // want `a result of any other type is taken for complete here`
		return nil, errOpen
	}
	return out.Result.Content, nil
}

// Asks only tells.
func Asks(body []byte) (bool, error) {
	var out envelope
	err := json.Unmarshal(body, &out)
	return out.Result.ResultType == "input_required", err
}

type reply struct {
	ResultType string          `json:"resultType"`
	Content    json.RawMessage `json:"content"`
}

// Reply gives the whole result on: who gets it can look at its type.
func Reply(body []byte) (*reply, error) {
	var out reply
	if err := json.Unmarshal(body, &out); err != nil {
		return nil, err
	}
	if out.ResultType == "input_required" {
		return nil, errOpen
	}
	return &out, nil
}
