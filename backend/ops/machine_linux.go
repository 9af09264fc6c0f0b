package ops

import "syscall"

func machineMemory() (bytes uint64, known bool) {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0, false
	}
	return uint64(info.Totalram) * uint64(info.Unit), true //nolint:unconvert // 32-bit on some machines
}
