package store

import (
	"fmt"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The first part of every key.
const (
	spaceMeta     = "meta"     // name → bytes
	spaceRecord   = "record"   // table, owner, id → envelope
	spaceHolder   = "holder"   // table, id → owner: an id has one record in the whole store
	spaceIndex    = "index"    // table, index, parts… → owner, id
	spaceAudit    = "audit"    // owner, seq → envelope
	spaceAuditBy  = "audit-by" // owner, agent, seq → nothing
	spaceAuditEnd = "audit-end"
)

// key joins parts so that different parts never give the same key, one list of
// parts is a prefix of another only if its key is, and keys sort as their
// parts do: each part ends in 0x00 0x01, a 0x00 inside it becomes 0x00 0xff.
func key(parts ...string) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, strings.ReplaceAll(p, "\x00", "\x00\xff")...)
		b = append(b, 0, 1)
	}
	return b
}

// seqPart writes a number so that text order is its order.
func seqPart(n uint64) string { return fmt.Sprintf("%016x", n) }

// fold gives what two names have in common that differ in case alone.
func fold(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(name)))
}
