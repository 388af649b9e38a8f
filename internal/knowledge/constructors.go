package knowledge

// ConstructorOf returns the constructor or option named fullName, of a
// wrapper or an SDK that calls tools again by itself.
func ConstructorOf(fullName string) (Constructor, bool) {
	c, ok := constructors[fullName]
	return c, ok
}

var constructors = map[string]Constructor{}
