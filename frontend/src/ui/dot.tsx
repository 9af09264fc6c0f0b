/** The dot between two facts of one line. */
export function Dot() {
  return (
    <span aria-hidden="true" className="px-1.5 text-ink-3">
      ·
    </span>
  )
}
