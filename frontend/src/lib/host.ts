export interface Address {
  /** What stands before the host and is worth showing, such as http:// */
  readonly scheme: string
  readonly host: string
  readonly rest: string
  readonly secure: boolean
}

/** An address in the parts the address row shows. */
export function splitAddress(url: string): Address {
  if (url === '' || url === 'about:blank') return { scheme: '', host: '', rest: '', secure: false }
  try {
    const { protocol, host, pathname, search, hash } = new URL(url)
    if (host === '') return { scheme: '', host: '', rest: url, secure: false }
    const rest = pathname + search + hash
    return {
      scheme: protocol === 'http:' || protocol === 'https:' ? '' : `${protocol}//`,
      host,
      rest: rest === '/' ? '' : rest,
      secure: protocol === 'https:',
    }
  } catch {
    return { scheme: '', host: '', rest: url, secure: false }
  }
}

export function hostOf(url: string | undefined): string {
  return splitAddress(url ?? '').host
}

/** What a person typed as an address, with a scheme. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d/.test(text) ? text : `https://${text}`
}
