/** One message of an event stream. */
export interface SseMessage {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * Cuts the text of an event stream into messages. Feed it whatever arrives;
 * it keeps what is incomplete. Comments (lines that start with a colon) and
 * messages without data are left out.
 */
export function createSseParser(): (chunk: string) => SseMessage[] {
  let rest = ''
  return (chunk) => {
    rest += chunk
    const blocks = rest.split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    return blocks.map(parseBlock).filter((message) => message.data !== '')
  }
}

function parseBlock(block: string): SseMessage {
  const message = { id: '', event: 'message', data: [] as string[] }
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    const field = line.slice(0, colon)
    if (field === 'id') message.id = value
    else if (field === 'event') message.event = value
    else if (field === 'data') message.data.push(value)
  }
  return { id: message.id, event: message.event, data: message.data.join('\n') }
}
