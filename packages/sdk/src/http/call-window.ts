/** The calls that the service may count in its sliding window: from each request until one window after its response. */

/** Tolerance for clock drift and timers that fire early. */
export const marginMs = 100

export class CallWindow {
  windowMs = 60_000
  underWay = 0
  /** When the calls were answered, oldest first. */
  readonly #answered: number[] = []

  begin(): void {
    this.underWay += 1
  }

  /** Without a time, the service has not counted the call. */
  end(at: number | undefined): void {
    this.underWay -= 1
    if (at !== undefined) this.#answered.push(at)
  }

  count(at: number): number {
    this.#prune(at)
    return this.underWay + this.#answered.length
  }

  /** When one more call fits into the capacity; Infinity if that depends on a pending response. */
  freeAt(capacity: number, at: number): number {
    const excess = this.count(at) - capacity
    if (excess < 0) return at
    return (this.#answered[excess] ?? Number.POSITIVE_INFINITY) + this.windowMs + marginMs
  }

  #prune(at: number): void {
    const oldest = at - this.windowMs - marginMs
    while (this.#answered[0] !== undefined && this.#answered[0] <= oldest) this.#answered.shift()
  }
}
