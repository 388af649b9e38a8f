package knowledge

import "sync"

// NeverReturns reports whether the function named fullName ends the program
// or the goroutine.
func NeverReturns(fullName string) bool { return neverReturns()[fullName] }

// neverReturns: std, and the loggers whose fatal methods exit by default. A
// panic is the language's own.
var neverReturns = sync.OnceValue(func() map[string]bool {
	const zap, logrus, klog = "go.uber.org/zap", "github.com/sirupsen/logrus", "k8s.io/klog/v2"
	m := set(
		"os.Exit", "runtime.Goexit", "syscall.Exit",
		"log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*testing.common).FailNow", "(*testing.common).Fatal", "(*testing.common).Fatalf",
		"(*testing.common).SkipNow", "(*testing.common).Skip", "(*testing.common).Skipf",
		"(testing.TB).FailNow", "(testing.TB).Fatal", "(testing.TB).Fatalf",
		"(testing.TB).SkipNow", "(testing.TB).Skip", "(testing.TB).Skipf",
		"(*"+zap+".Logger).Fatal", "(*"+zap+".Logger).Panic",
	)
	add := func(names []string) {
		for _, n := range names {
			m[n] = true
		}
	}
	add(methods("*", "log.Logger", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"))
	add(methods("*", zap+".SugaredLogger", "Fatal", "Fatalf", "Fatalw", "Fatalln", "Panic", "Panicf", "Panicw", "Panicln"))
	add(within(logrus, "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Exit"))
	add(methods("*", logrus+".Logger", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Exit"))
	add(methods("*", logrus+".Entry", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"))
	add(within(klog, "Fatal", "Fatalf", "Fatalln", "FatalDepth", "Exit", "Exitf", "Exitln", "ExitDepth"))
	const require = "github.com/stretchr/testify/require"
	add(within(require, "Fail", "Failf", "FailNow", "FailNowf"))
	add(methods("*", require+".Assertions", "Fail", "Failf", "FailNow", "FailNowf"))
	return m
})
