import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { putSession } from '../../api/cache.ts'
import { useApi } from '../../api/context.tsx'
import type { Session } from '../../api/model.ts'
import { hostOf } from '../../lib/host.ts'
import { Picture } from './picture.tsx'
import { useLiveStream } from './use-live-stream.ts'

/** A small live picture of a session: the same stream, asked for at its own size. */
export function Thumbnail({ session, viewer }: { session: Session; viewer: string }) {
  const { t } = useTranslation()
  const { link } = useApi()
  const client = useQueryClient()
  const stream = useLiveStream({ link, viewer, session, onSession: (next) => putSession(client, next) })
  return (
    <div className="pointer-events-none flex aspect-video">
      <Picture stream={stream} look="live" role="img" label={t('live.picture', { host: hostOf(session.url) })} />
    </div>
  )
}
