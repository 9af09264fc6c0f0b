const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random viewer id; a window makes one and keeps it for the life of its page. */
export function newViewerId(): string {
  const random = crypto.getRandomValues(new Uint8Array(26))
  return `view_${Array.from(random, (n) => alphabet[n % alphabet.length]).join('')}`
}
