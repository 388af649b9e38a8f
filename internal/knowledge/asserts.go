package knowledge

import "sync"

// ReturnsOnlyIfNil returns the argument without which being nil the function
// named fullName does not return: assertions that end a test, and helpers
// that panic.
func ReturnsOnlyIfNil(fullName string) (arg int, ok bool) {
	arg, ok = returnsOnlyIfNil()[fullName]
	return arg, ok
}

// ReturnsOnlyIfError returns the argument without which being an error the
// function named fullName does not return.
func ReturnsOnlyIfError(fullName string) (arg int, ok bool) {
	arg, ok = returnsOnlyIfError()[fullName]
	return arg, ok
}

const require = "github.com/stretchr/testify/require"

var returnsOnlyIfNil = sync.OnceValue(func() map[string]int { return assertions("NoError", "NoErrorf", "Nil", "Nilf") })

var returnsOnlyIfError = sync.OnceValue(func() map[string]int {
	return assertions("Error", "Errorf", "ErrorIs", "ErrorIsf", "ErrorAs", "ErrorAsf",
		"ErrorContains", "ErrorContainsf", "EqualError", "EqualErrorf")
})

// assertions names functions of testify's require, which take the test
// first, and the methods of its Assertions.
func assertions(names ...string) map[string]int {
	m := make(map[string]int)
	for _, n := range names {
		m[require+"."+n] = 1
		m["(*"+require+".Assertions)."+n] = 0
	}
	return m
}
