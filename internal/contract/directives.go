// Package contract reads the //mcplint: directives of a package: contracts
// between a program and the servers it calls, and suppressions. It resolves
// them to declarations, carries them across packages as facts, and answers
// what is known of a tool or a function.
//
// It is a library without an analyzer of its own: the facts producer of the
// engine exports what [Parse] found with [Export], and asks a [Set].
package contract

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Directives is what Parse found in a package. A nil *Directives is empty.
type Directives struct {
	// List holds the directives that are well-formed and stand on a
	// declaration of the right kind, in source order, ignores left out.
	List []*Directive
	// Ignores holds the suppressions, in source order.
	Ignores []*Ignore
	// Errors holds what is wrong, in source order. A directive with an error
	// says nothing: it is not in List.
	Errors []Error
}

// A Directive is one well-formed directive on a declaration.
type Directive struct {
	Verb     string // "read", "write", …
	Pos, End token.Pos
	Evidence string

	// Objects are the declared objects it speaks of; none for the package
	// clause. A name that is blank has an object too.
	Objects []types.Object

	Tools   []string // patterns of tool=, on a package clause
	Dedupes Dedupes  // of dedupes
	Calls   Calls    // of calls
}

// An Ignore is one //mcplint:ignore.
type Ignore struct {
	Rules    []string // sorted, known
	Reason   string
	Pos, End token.Pos
	// File and the lines From to To, both included, are what it covers.
	// They are physical: //line comments are not applied.
	File     string
	From, To int
}

// Covers reports whether the ignore names rule and covers that line.
func (i *Ignore) Covers(rule, file string, line int) bool {
	if file != i.File || line < i.From || line > i.To {
		return false
	}
	return i.Names(rule)
}

// Names reports whether the ignore names rule.
func (i *Ignore) Names(rule string) bool {
	for _, r := range i.Rules {
		if r == rule {
			return true
		}
	}
	return false
}

// An Error is a directive, or something that was meant as one, that does not
// say anything.
type Error struct {
	Pos, End token.Pos
	Message  string
}

// Parse reads the directives of a package. Without info and pkg it still
// checks the grammar and the kind of declaration, but resolves no object.
func Parse(fset *token.FileSet, files []*ast.File, info *types.Info, pkg *types.Package) *Directives {
	p := &parser{fset: fset, info: info, pkg: pkg, out: new(Directives)}
	for _, f := range files {
		p.file(f)
	}
	p.out.sort()
	return p.out
}
