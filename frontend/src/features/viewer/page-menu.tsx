import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice, Field } from '../../api/model.ts'
import type { Translate } from '../../lib/i18n.ts'
import type { Box } from '../../lib/letterbox.ts'
import { itemClass, popupClass } from '../../ui/menu.tsx'
import { placeOf } from './field-place.ts'

type Target = NonNullable<Field['menu']>

/** What a menu of the page does: what the page itself has to do, goes through take. */
export interface MenuActions {
  readonly take: (choice?: Choice) => Promise<unknown>
  readonly go: (to: { action: 'back' | 'forward' | 'reload' } | { action: 'new_tab'; url: string }) => unknown
  readonly copyText: (text: string) => unknown
  readonly copySelection: () => Promise<unknown>
  readonly paste: () => unknown
  readonly savePDF: () => unknown
  readonly find: () => unknown
}

export interface PageMenuProps {
  stage: RefObject<HTMLDivElement | null>
  page: () => Box
  read: () => Promise<Field | undefined>
  actions: MenuActions
}

interface Item {
  readonly id: string
  readonly label: string
  readonly run: () => unknown
}

/** The menu of the right button, where the page has none itself: drawn by Baton at its spot. */
export function PageMenu({ stage, page, read, actions }: PageMenuProps) {
  const { t } = useTranslation()
  const [field, setField] = useState<Field>()
  const asked = useRef(read)
  const taken = useRef(false)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => placeOf(field, stage.current, page()) }), [field, stage, page])

  useEffect(() => {
    let gone = false
    void asked.current().then((found) => !gone && setField(found))
    return () => {
      gone = true
    }
  }, [])

  if (field?.menu === undefined) return null
  const close = () => {
    if (!taken.current) void actions.take()
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={0}
          collisionBoundary={stage.current ?? 'clipping-ancestors'}
          collisionPadding={4}
          className="z-60"
        >
          <Base.Popup
            aria-label={t('live.pick.menu')}
            finalFocus={false}
            onContextMenu={(event) => event.preventDefault()}
            className={clsx(popupClass, 'max-h-(--available-height) min-w-44 max-w-[calc(100vw-16px)] overflow-y-auto')}
          >
            {sections(t, field.menu, actions).map((items, at) => (
              <div key={items[0]?.id} role="presentation">
                {at > 0 && <Base.Separator className="mx-1 my-1 h-px bg-line-2" />}
                {items.map(({ id, label, run }) => (
                  <Base.Item
                    key={id}
                    className={clsx(itemClass, 'min-h-[26px]! phone:min-h-11!')}
                    onClick={() => {
                      taken.current = true
                      void run()
                    }}
                  >
                    {label}
                  </Base.Item>
                ))}
              </div>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** What can be done at a spot, in parts that belong together. */
function sections(t: Translate, menu: Target, actions: MenuActions): Item[][] {
  const { take, go, copyText, copySelection, paste, savePDF, find } = actions
  // The menu closes before what the page is asked for: until then the page gets nothing.
  const after = (run: () => unknown) => async () => {
    await take()
    await run()
  }
  const { link, image, selected, writes, cuts } = menu
  const item = (id: Parameters<typeof label>[1], run: () => unknown): Item => ({ id, label: label(t, id), run })
  const all: Item[][] = []
  if (link !== undefined) {
    const opens = /^https?:/.test(link)
      ? [
          item(
            'openTab',
            after(() => go({ action: 'new_tab', url: link })),
          ),
        ]
      : []
    all.push([
      ...opens,
      item(
        'copyLink',
        after(() => copyText(link)),
      ),
    ])
  }
  if (image !== undefined) {
    const keeps = /^(https?|data):/.test(image) ? [item('saveImage', () => take({ value: 'save_image' }))] : []
    const copies = /^https?:/.test(image)
      ? [
          item(
            'copyImage',
            after(() => copyText(image)),
          ),
        ]
      : []
    if (keeps.length > 0) all.push([...keeps, ...copies])
  }
  const edit: Item[] = []
  if (cuts) {
    const cut = async () => {
      await copySelection()
      await take({ value: 'cut' })
    }
    edit.push(item('cut', cut))
  }
  if (selected) edit.push(item('copy', after(copySelection)))
  if (writes)
    edit.push(
      item('paste', paste),
      item('selectAll', () => take({ value: 'select_all' })),
    )
  if (edit.length > 0) all.push(edit)
  if (all.length === 0) {
    const moves = ['back', 'forward', 'reload'] as const
    all.push(
      moves.map((action) =>
        item(
          action,
          after(() => go({ action })),
        ),
      ),
    )
  }
  all.push([item('pdf', after(savePDF)), item('find', after(find))])
  return all
}

const labels = {
  openTab: 'live.menu.openTab',
  copyLink: 'live.menu.copyLink',
  saveImage: 'live.menu.saveImage',
  copyImage: 'live.menu.copyImage',
  cut: 'live.menu.cut',
  copy: 'live.menu.copy',
  paste: 'live.menu.paste',
  selectAll: 'live.menu.selectAll',
  back: 'live.back',
  forward: 'live.menu.forward',
  reload: 'live.reload',
  pdf: 'live.savePDF',
  find: 'live.find',
} as const

function label(t: Translate, id: keyof typeof labels): string {
  return t(labels[id])
}
