//go:build !linux

package ops

func machineMemory() (bytes uint64, known bool) { return 0, false }
