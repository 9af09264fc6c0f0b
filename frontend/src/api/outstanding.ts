// How long a page that does not take its input keeps back what comes after it.
const cap = 1000

/** Numbers what was sent, until each of it was taken. */
export class Outstanding {
  #last = 0
  readonly #open = new Set<number>()
  #waiting: (() => void)[] = []

  add(): number {
    this.#open.add(++this.#last)
    return this.#last
  }

  taken(number: number): void {
    this.#open.delete(number)
    this.#tell()
  }

  /** Nothing of it will be taken any more. */
  forget(): void {
    this.#open.clear()
    this.#tell()
  }

  /** Waits until all that was sent up to now was taken, but a second at most. */
  settled(): Promise<void> {
    const waited = [...this.#open]
    return new Promise((resolve) => {
      const timer = setTimeout(done, cap)
      const look = () => {
        if (!waited.some((number) => this.#open.has(number))) done()
      }
      const forgetMe = () => {
        this.#waiting = this.#waiting.filter((other) => other !== look)
      }
      function done() {
        clearTimeout(timer)
        forgetMe()
        resolve()
      }
      this.#waiting.push(look)
      look()
    })
  }

  #tell(): void {
    for (const look of [...this.#waiting]) look()
  }
}
