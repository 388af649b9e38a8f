module old

go 1.26.0

require github.com/failsafe-go/failsafe-go v0.6.9
