package recovery

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
)

// The file of a journal is text, one record a line, so that it can be read
// with the tools at hand:
//
//	mcplint recovery journal 1
//	1f0c8a3b 0000a4 {"time":"…","operation":"…","kind":"intent",…}
//
// The numbers in front are the CRC-32C of what follows the first space, and
// the length of the JSON in bytes, both hexadecimal. A line is written with
// one call and synced before the next one is begun, so that only the last line
// of a file can be incomplete. That one was never acknowledged.

const (
	fileHeader = "mcplint recovery journal 1\n"
	// maxRecord bounds the length of a line, in bytes.
	maxRecord = 1 << 20
	// Where the parts of a line begin.
	lengthAt = 8 + 1
	dataAt   = lengthAt + 6 + 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(data, castagnoli))
}

// encodeFrame returns the line for r.
func encodeFrame(r Record) ([]byte, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("recovery: journal record: %w", err)
	}
	if dataAt+len(data)+1 > maxRecord {
		return nil, fmt.Errorf("recovery: journal record of %d bytes is too long", len(data))
	}
	body := fmt.Appendf(nil, "%06x %s", len(data), data)
	return fmt.Appendf(nil, "%s %s\n", checksum(body), body), nil
}

// errTorn marks a line as one that a crash in the middle of its write can have
// left, if it is the last one.
var errTorn = errors.New("incomplete line")

// decodeFrame decodes a line, which ends with the line feed.
func decodeFrame(line []byte) (Record, error) {
	var r Record
	if n := declaredLength(line); n >= 0 && len(line) > dataAt+n+1 {
		// A write never leaves more than it was to write: this is two lines
		// whose line feed was damaged.
		return r, errors.New("line is longer than its length says")
	}
	body, complete := bytes.CutSuffix(line, []byte("\n"))
	if !complete || len(body) < dataAt || string(body[:lengthAt]) != checksum(body[lengthAt:])+" " {
		return r, errTorn
	}
	err := json.Unmarshal(body[dataAt:], &r)
	return r, err
}

// declaredLength returns the length of the JSON that a line announces, or -1
// if that part of it is missing or damaged.
func declaredLength(line []byte) int {
	if len(line) < dataAt {
		return -1
	}
	n, err := strconv.ParseUint(string(line[lengthAt:dataAt-1]), 16, 32)
	if err != nil {
		return -1
	}
	return int(n)
}
