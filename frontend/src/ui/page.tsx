import type { ReactNode } from 'react'

export interface PageProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A page of the management window: its head and its body, with the margins of the look. */
export function Page({ title, text, action, children }: PageProps) {
  return (
    <div className="mx-auto w-full max-w-[1240px] px-8 pt-[22px] pb-10 max-[900px]:px-5 phone:px-4">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="text-title">{title}</h1>
          {text !== undefined && <div className="text-ink-2">{text}</div>}
        </div>
        {action}
      </header>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </div>
  )
}
