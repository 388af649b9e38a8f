package knowledge

// A Role is what a function of an SDK is for, other than tools/call.
type Role uint8

// The roles.
const (
	NoRole     Role = iota
	Connect         // opens or initializes a session
	Reconnect       // opens a session again, or arranges for it
	Ping            // asks whether the peer is alive
	Close           // ends a session
	List            // reads what the server offers
	TaskPoll        // reads the state or the result of a task
	TaskCancel      // asks for the end of a task
	NeedsInput      // tells whether a result asks for input
	Subscribe       // asks for change notifications
)

// RoleOf returns the role of the function or method named fullName.
func RoleOf(fullName string) Role { return roles[fullName] }

var roles = map[string]Role{
	"(*" + goSDK + "mcp.Client).Connect": Connect,
}
