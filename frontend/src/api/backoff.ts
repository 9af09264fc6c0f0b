const steps = [1000, 2000, 4000, 8000, 15000] as const

/** How long to wait before the given attempt (0 is the first): 1, 2, 4, 8, 15 s. */
export function backoff(attempt: number): number {
  return steps[Math.min(attempt, steps.length - 1)] ?? 15000
}

/** Waits, or ends early when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
