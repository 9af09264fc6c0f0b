import type { LucideIcon } from 'lucide-react'

/** A lucide icon at one of the two sizes of the look: 16 px, or 14 px with a stronger stroke. */
export function Icon({ of: Shape, size = 16, className }: { of: LucideIcon; size?: 14 | 16 | 18; className?: string | undefined }) {
  return <Shape size={size} strokeWidth={size === 14 ? 2 : 1.75} aria-hidden="true" className={className} />
}
