import { clsx } from 'clsx'
import { glyphOf, type LiveView } from '../../lib/view-state.ts'

const colours = { agent: 'bg-agent-mark', needs: 'bg-needs', you: 'bg-you-mark', idle: 'bg-line-2', ended: 'bg-line-2' }

/** The line of 2 px between chrome and picture: who drives while you watch. */
export function BatonLine({ view }: { view: LiveView }) {
  if (view.kind === 'you' || view.kind === 'signin') return <div className="h-px shrink-0 bg-you-line" />
  return <div className={clsx('h-0.5 shrink-0 transition-colors duration-[280ms]', colours[glyphOf(view)])} />
}
