package knowledge

import "sync"

// Errno says how errors.Is(err, syscall.Errno(value)) reads. The names of
// package syscall are constants, so that a program only shows their value,
// which differs from system to system; no value below means something else on
// a system that has it (checked for every system by TestErrno).
func Errno(value int) (Match, bool) {
	m, ok := errnos()[value]
	return m, ok
}

// What the errno of a failed call can mean. The connection is refused when it
// is opened; the rest also happens to open connections.
var errnoMatches = sync.OnceValue(func() map[string]Match {
	return map[string]Match{
		"ECONNREFUSED": {May: Of(DialFailed)},
		"ECONNRESET":   {True: Of(ConnReset), May: Of(DialFailed, CodeRejected)},
		"ECONNABORTED": {May: Of(ConnReset, NetError, CodeRejected)},
		"EPIPE":        {True: Of(BrokenPipe), May: Of(CodeRejected)},
		"ETIMEDOUT":    {May: Of(DialFailed, NetTimeout, CodeRejected)},
		"EHOSTUNREACH": {May: Of(DialFailed, NetError, CodeRejected)},
		"ENETUNREACH":  {May: Of(DialFailed, NetError, CodeRejected)},
		"ENETDOWN":     {May: Of(DialFailed, NetError, CodeRejected)},
		"EHOSTDOWN":    {May: Of(DialFailed, NetError, CodeRejected)},
	}
})

// errnoValues holds the values of the names: Linux and js, Linux on MIPS with
// Solaris and illumos, macOS and the BSDs, what package syscall invents on
// Windows, and what Winsock returns there.
var errnoValues = sync.OnceValue(func() map[string][]int {
	return map[string][]int{
		"ECONNREFUSED": {111, 146, 61, 536870934, 10061},
		"ECONNRESET":   {104, 131, 54, 536870935, 10054},
		"ECONNABORTED": {103, 130, 53, 536870933, 10053},
		"EPIPE":        {32, 536871015},
		"ETIMEDOUT":    {110, 145, 60, 536871033, 10060},
		"EHOSTUNREACH": {113, 148, 65, 536870946, 10065},
		"ENETUNREACH":  {101, 128, 51, 536870979, 10051},
		"ENETDOWN":     {100, 127, 50, 536870977, 10050},
		"EHOSTDOWN":    {112, 147, 64, 536870945, 10064},
	}
})

var errnos = sync.OnceValue(func() map[int]Match {
	m := make(map[int]Match)
	for name, values := range errnoValues() {
		for _, v := range values {
			m[v] = errnoMatches()[name]
		}
	}
	return m
})
