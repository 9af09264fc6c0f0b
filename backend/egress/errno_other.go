//go:build !windows

package egress

import "syscall"

const (
	errReset         = syscall.ECONNRESET
	errRefused       = syscall.ECONNREFUSED
	errNoNetwork     = syscall.ENETUNREACH
	errNoHostOnRoute = syscall.EHOSTUNREACH
)
