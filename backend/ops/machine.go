package ops

import (
	"runtime"

	"github.com/batonbrowser/baton/backend/fault"
)

// The least a machine must have for a browser (A3).
const (
	minCPUs   = 1
	minMemory = 2 << 30
)

// checkMachine refuses a browser on a machine that is too small. Where the size
// of the memory can't be told, only the processors are looked at.
func checkMachine() error {
	memory, known := machineMemory()
	if runtime.NumCPU() >= minCPUs && (!known || memory >= minMemory) {
		return nil
	}
	return fault.New(fault.InvalidInput, "a browser needs 1 CPU and 2 GiB of memory; this machine has %d CPU and %.1f GiB",
		runtime.NumCPU(), float64(memory)/(1<<30)).With("field", "browser")
}
