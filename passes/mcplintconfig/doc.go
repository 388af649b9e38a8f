// Package mcplintconfig defines the configuration analyzer: it reports
// nothing, and its result is the settings that every other analyzer of mcplint
// reads.
//
// # Analyzer mcplintconfig
//
// mcplintconfig: holds the settings of the mcplint analyzers
//
// The settings are flags and nothing else, so that a driver that caches
// results by the flags (go vet, Bazel) is right by construction:
//
//	-strict                 also report what a name or a rare case only suggests
//	-read=name,glob         tools without a consequential effect
//	-write=name,glob        tools with one, whatever their name suggests
//	-calls=pkg.Type.Method:1:2
//	                        functions that issue tools/call: the parameters that
//	                        hold the tool's name and arguments, from 0
//	-trust-hints=glob       servers whose tool annotations are believed
//	-with=retrybudget,intentlog
//	                        opt-in analyzers to run
//	-intentlog.journal=pkg.Type.Method
//	                        functions that record an intent durably
//	-report-skips           report functions that are too large to be analysed
//
// Patterns are those of path.Match, except that * matches slashes too.
package mcplintconfig
