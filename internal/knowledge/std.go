package knowledge

// IsStd reports whether path is the import path of a standard package.
func IsStd(path string) bool { return false }

// IsPure reports whether the function named fullName only computes its
// results from its arguments.
func IsPure(fullName string) bool { return pure[fullName] }

// NeverReturns reports whether the function named fullName does not return.
func NeverReturns(fullName string) bool { return neverReturns[fullName] }

var pure = map[string]bool{"fmt.Sprintf": true}

var neverReturns = map[string]bool{"os.Exit": true}
