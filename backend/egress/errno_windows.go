package egress

import "syscall"

// The numbers of Winsock, which package syscall has only in part.
const (
	errReset         = syscall.Errno(10054) // WSAECONNRESET
	errRefused       = syscall.Errno(10061) // WSAECONNREFUSED
	errNoNetwork     = syscall.Errno(10051) // WSAENETUNREACH
	errNoHostOnRoute = syscall.Errno(10065) // WSAEHOSTUNREACH
)
