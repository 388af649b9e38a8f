package knowledge

// VehicleOf returns the vehicle named fullName.
func VehicleOf(fullName string) (Vehicle, bool) {
	v, ok := vehicles[fullName]
	return v, ok
}

var vehicles = map[string]Vehicle{
	"github.com/cenkalti/backoff/v5.Retry": {Func: "github.com/cenkalti/backoff/v5.Retry", Op: 1, Kind: OnError},
}
