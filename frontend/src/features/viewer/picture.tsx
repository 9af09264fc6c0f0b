import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { LiveStream } from './use-live-stream.ts'

export interface PictureProps {
  stream: LiveStream
  /** How the picture looks: as it is, dimmed while the connection is lost, or grey after the end. */
  look: 'live' | 'dim' | 'grey'
  label: string
  /** A group while something of Baton's lies over it: readers leave out what is in an img. */
  role: 'img' | 'group' | 'application'
  stageRef?: RefObject<HTMLDivElement | null>
  onKeys?: () => void
  children?: ReactNode
}

const debounce = 120

/** The page's picture, aspect-fit on the stage. What is drawn over it comes as children. */
export function Picture({ stream, look, label, role, stageRef, onKeys, children }: PictureProps) {
  const own = useRef<HTMLDivElement>(null)
  const stage = stageRef ?? own
  useViewSize(stage, stream.resize)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is img, group or application
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: all of which have a label
    <div
      ref={stage}
      role={role}
      aria-label={label}
      tabIndex={0}
      data-region="picture"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget || onKeys === undefined) return
        event.preventDefault()
        onKeys()
      }}
      className="relative min-h-0 flex-1 select-none overflow-hidden bg-stage -outline-offset-2"
    >
      <canvas
        ref={stream.attach}
        width={1}
        height={1}
        className={clsx(
          'absolute inset-0 size-full object-contain',
          stream.pictureAt === 0 && 'invisible',
          look === 'dim' && 'opacity-60 saturate-[0.15]',
          look === 'grey' && 'opacity-60 saturate-[0.15] dark:opacity-40',
        )}
      />
      {children}
    </div>
  )
}

function useViewSize(stage: RefObject<HTMLDivElement | null>, resize: LiveStream['resize']): void {
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      const { width, height } = element.getBoundingClientRect()
      resize(Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio))
    }
    tell()
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(tell, debounce)
    })
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [stage, resize])
}
