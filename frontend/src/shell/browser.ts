import type { Boot, LiveTarget, NoLink, Shell } from './window.ts'

const tokenKey = 'baton.token'

export interface BrowserOptions {
  /** Exchanges a one-time code for a token, at the origin of the page. */
  readonly redeem: (baseUrl: string, code: string) => Promise<string>
}

/**
 * The shell in an ordinary tab. The token lives in sessionStorage, of which a
 * tab that this one opens gets a copy, so it never stands in an address.
 */
export function browserShell({ redeem }: BrowserOptions): Shell {
  return {
    native: false,
    boot: () => boot(redeem),
    openLive: (target) => {
      // A click counts for some seconds. Where the browser took longer to open, a tab
      // is taken for an unwanted one, and this one goes there.
      if (window.open(liveAddress(target), `baton-live-${target.sessionId}`) === null) window.location.assign(liveAddress(target))
    },
    forget: () => sessionStorage.removeItem(tokenKey),
    show: () => window.focus(),
    dismiss: () => {
      if (window.opener === null) window.location.assign('./index.html')
      else window.close()
    },
    setShape: () => Promise.resolve(),
  }
}

async function boot(redeem: BrowserOptions['redeem']): Promise<Boot | NoLink> {
  const baseUrl = window.location.origin
  const parameters = new URLSearchParams(window.location.hash.slice(1))
  const code = parameters.get('link')
  if (code !== null) {
    // Out of the address first: whatever follows, the code is not kept in it.
    window.history.replaceState(null, '', window.location.pathname)
    try {
      sessionStorage.setItem(tokenKey, await redeem(baseUrl, code))
    } catch {
      if (sessionStorage.getItem(tokenKey) === null) return 'used'
    }
  }
  const token = sessionStorage.getItem(tokenKey)
  if (token === null) return 'missing'
  const page = document.querySelector<HTMLMetaElement>('meta[name="baton-window"]')?.content
  const sessionId = parameters.get('session')
  const requestId = parameters.get('request')
  return {
    baseUrl,
    token,
    window: page === 'live' ? 'live' : 'manage',
    language: 'system',
    theme: 'system',
    ...(sessionId === null ? {} : { sessionId }),
    ...(requestId === null ? {} : { requestId }),
    ...(parameters.get('take') === '1' ? { take: true } : {}),
  }
}

function liveAddress({ sessionId, take, requestId }: LiveTarget): string {
  const parameters = new URLSearchParams({ session: sessionId })
  if (take === true) parameters.set('take', '1')
  if (requestId !== undefined) parameters.set('request', requestId)
  return `./live.html#${parameters}`
}
