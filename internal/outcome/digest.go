package outcome

import (
	"encoding/binary"
	"math/bits"
)

// A digest tells things apart: what a path knows is compared at each block, and
// to write it down each time would cost more than the walk. Its 128 bits are
// the same in every run.
type digest [2]uint64

// Odd numbers without a pattern: fractional parts of square roots of primes.
const (
	mixer0 = 0x6a09e667f3bcc909
	mixer1 = 0xbb67ae8584caa73b
)

// with returns the digest of all that d is of, and of x.
func (d digest) with(x uint64) digest {
	return digest{mix(bits.RotateLeft64(d[0], 23)^x, mixer0), mix(bits.RotateLeft64(d[1], 41)+x, mixer1)}
}

// withText returns the digest of all that d is of, and of s.
func (d digest) withText(s string) digest {
	d = d.with(uint64(len(s)))
	for len(s) >= 8 {
		d = d.with(binary.LittleEndian.Uint64([]byte(s[:8])))
		s = s[8:]
	}
	if s != "" {
		var last [8]byte
		copy(last[:], s)
		d = d.with(binary.LittleEndian.Uint64(last[:]))
	}
	return d
}

// mix is one to one, and each bit of x changes about half of its result.
func mix(x, by uint64) uint64 {
	x = (x + by) * by
	x ^= x >> 32
	x *= mixer0 ^ mixer1 | 1
	return x ^ x>>29
}
