/** Times of HTTP calls by kind, over windows of a long run. */
import { quantile } from './timed-calls.ts'

export interface TimedEntry {
  kind: string
  /** Milliseconds since the start of the run. */
  at: number
  ms: number
}

export class CallTimes {
  readonly entries: TimedEntry[] = []
  readonly failures: string[] = []
  readonly #startedAt = performance.now()

  /** A `fetch` that times every call until its headers and counts what is not a success. */
  fetchAs(kindOf: (method: string, path: string) => string): typeof fetch {
    return async (input, init) => {
      const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url)
      const method = init?.method ?? 'GET'
      const kind = kindOf(method, url.pathname)
      const startedAt = performance.now()
      try {
        const answer = await fetch(input, init)
        this.entries.push({ kind, at: startedAt - this.#startedAt, ms: performance.now() - startedAt })
        if (!answer.ok) this.fail(`${method} ${url.pathname} ${answer.status} ${await answer.clone().text()}`)
        return answer
      } catch (error) {
        this.fail(`${method} ${url.pathname} ${String(error)}`)
        throw error
      }
    }
  }

  fail(message: string): void {
    this.failures.push(message.slice(0, 300))
  }

  between(from: number, until: number, kind?: string): number[] {
    return this.entries
      .filter((entry) => entry.at >= from && entry.at < until && (kind === undefined || entry.kind === kind))
      .map(({ ms }) => ms)
  }

  get kinds(): string[] {
    return [...new Set(this.entries.map(({ kind }) => kind))].sort()
  }
}

export const p50 = (values: readonly number[]): number => round(quantile(values, 0.5))
export const p99 = (values: readonly number[]): number => round(quantile(values, 0.99))
const round = (ms: number) => Math.round(ms * 10) / 10
