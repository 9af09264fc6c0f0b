/** Moves the focus to the next region of the window that has something to focus. */
export function focusRegion(direction: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')]
  const active = document.activeElement
  const current = regions.findIndex((region) => region.contains(active))
  for (let step = 1; step <= regions.length; step++) {
    const at = (current + direction * step + regions.length * 2) % regions.length
    const target = focusableIn(regions[at])
    if (target !== undefined) {
      target.focus()
      return
    }
  }
}

function focusableIn(region: HTMLElement | undefined): HTMLElement | undefined {
  if (region === undefined) return undefined
  if (region.tabIndex >= 0) return region
  return region.querySelector<HTMLElement>('button:not(:disabled), input, a[href], [tabindex="0"]') ?? undefined
}
