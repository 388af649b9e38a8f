// Package tools names the tools of the hotel, with what is known of them.
package tools

// RoomAvailability only looks.
//
//mcplint:read "reads the calendar: hotel API 3.1, GET only"
const RoomAvailability = "room_availability"

// The other tools.
const (
	BookRoom = "book_room"

	//mcplint:dedupes key=operation_id window=24h "hotel API 3.4: one booking per operation id"
	BookSuite = "book_suite"

	//mcplint:dedupes key=meta:hotel.example/key window=24h scope=account "hotel API 3.5"
	BookHall = "book_hall"

	//mcplint:write
	GetAndHoldKey = "get_and_hold_key"
)

// QuoteRate is a variable, because it is different in the test system.
//
//mcplint:read "computes a price: hotel API 3.2"
var QuoteRate = "quote_rate"
