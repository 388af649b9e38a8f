// Mcplint finds unsafe recovery in Go clients of the Model Context Protocol:
// code that acts again without knowing what became of the first attempt.
//
// Usage:
//
//	mcplint [flags] [packages]
//	mcplint explain RULE
//	mcplint list
//	mcplint baseline create|diff [flags] [packages]
//	mcplint completion bash|zsh|fish
//	mcplint version
//	go vet -vettool=$(which mcplint) [flags] [packages]
//
// The exit code is 0 if there is nothing to report, 1 if there are findings,
// 2 if the command line is wrong, and 3 if something could not be analysed;
// the findings in the rest are printed all the same.
//
// Results are cached below the user's cache directory, or in $MCPLINT_CACHE.
package main
