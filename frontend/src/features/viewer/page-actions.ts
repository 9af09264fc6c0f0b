import type { useApi } from '../../api/context.tsx'
import { Fault } from '../../api/fault.ts'
import type { Permission, Session } from '../../api/model.ts'

type Call = ReturnType<typeof useApi>['call']
export type Attempt = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** What Chrome offers around a page and no picture shows, as the viewer that drives asks for it. */
export function pageActions(call: Call, attempt: Attempt, viewer: string) {
  const driving = ({ id, epoch }: Session) => ({ session_id: id, viewer, epoch })
  return {
    /** Says in the foot that this machine's clipboard may not be read. */
    noClipboard: () => attempt(() => Promise.reject(new Fault({ status: 0, code: 'clipboard', detail: 'not allowed' }))),
    /** Stops a download that is on its way. */
    cancelDownload: (session: Session, id: string) => attempt(() => call('live_cancel_download', { ...driving(session), id })),
    /** Where words are on the page; nothing is said where that fails. */
    find: (session: Session, search: { text: string; at?: number; show?: boolean }) =>
      call('live_find', { ...driving(session), ...search }).then(
        (places) => places,
        () => undefined,
      ),
    /** What the field suggests; nothing is said where it suggests others by now. */
    suggested: (session: Session, id: string) =>
      call('live_picker', { ...driving(session), id }).then(
        (field) => field,
        () => undefined,
      ),
    /** What the site of the page may use. */
    site: (session: Session) => attempt(() => call('live_site', driving(session))),
    permit: (session: Session, origin: string, permission: Permission) =>
      attempt(() => call('live_permit', { ...driving(session), origin, ...permission })),
    /** Saves the page as a PDF among the downloads. */
    savePDF: (session: Session) => attempt(() => call('live_pdf', driving(session))),
  }
}
