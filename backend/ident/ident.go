// Package ident has the identifiers of Baton's records. An identifier is a
// type prefix, an underscore and 26 lower-case base32 characters: 48 bits of
// time in milliseconds and 80 random bits. Identifiers of one type sort by the
// time they were made. An identifier grants nothing: who may use it is decided
// by package grant.
package ident

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"strings"
	"time"
)

// The typed identifiers.
type (
	// Owner is free text: "local" on the desktop.
	Owner string
	// Agent identifies a program with a token.
	Agent string
	// Profile identifies a persistent browser identity.
	Profile string
	// Session identifies one running browser.
	Session string
	// Request identifies a question of an agent to the person.
	Request string
	// Viewer identifies one page that shows a live view.
	Viewer string
	// Call identifies one call of an operation.
	Call string
)

// Valid tells whether a viewer's id has 8 to 64 printable characters; windows
// make their own.
func (v Viewer) Valid() bool {
	return len(v) >= 8 && len(v) <= 64 && !strings.ContainsFunc(string(v), func(r rune) bool { return r < '!' || r > '~' })
}

// Local is the owner of everything on a desktop installation.
const Local Owner = "local"

// 32 characters in ASCII order, so that text order is time order.
var encoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// NewAgent makes an identifier that no other record has.
func NewAgent() Agent { return Agent(make26("agent")) }

// NewProfile makes an identifier that no other record has.
func NewProfile() Profile { return Profile(make26("prof")) }

// NewSession makes an identifier that no other record has.
func NewSession() Session { return Session(make26("sess")) }

// NewRequest makes an identifier that no other record has.
func NewRequest() Request { return Request(make26("req")) }

// NewCall makes an identifier for one call of an operation.
func NewCall() Call { return Call(make26("call")) }

// Valid tells whether id has the form of an identifier with the given prefix.
func Valid(prefix, id string) bool {
	rest, ok := strings.CutPrefix(id, prefix+"_")
	if !ok || len(rest) != 26 {
		return false
	}
	_, err := encoding.DecodeString(rest)
	return err == nil
}

func make26(prefix string) string {
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], uint64(time.Now().UnixMilli())<<16) // a time after 1970
	_, _ = rand.Read(raw[6:])                                               // never fails (crypto/rand since Go 1.24)
	return prefix + "_" + encoding.EncodeToString(raw[:])
}
