/**
 * The states that a record may be in. The service works in the background, and a call whose answer was lost may take
 * effect now, later or never, so the model keeps every state that agrees with all answers so far. A divergence is an
 * answer that no state allows.
 */
import type { Answer } from './answer.ts'

export interface Effect<State> {
  allows(answer: Answer): boolean
  /** Without an answer, names that only the answer has are unknown. */
  next(answer: Answer | undefined): State
}

/** What a call may answer and change in a state. */
export type Operation<State> = (state: State) => Effect<State>[]

/** Steps that the service takes by itself. */
export type Internal<State> = (state: State) => State[]

interface World<State> {
  state: State
  /** Lost calls that may still take effect. */
  late: number[]
}

/** A lost call that the service received takes effect within this time, or never. */
export const lateMs = 10_000

export class Possible<State> {
  readonly #internal: Internal<State>
  #worlds: World<State>[]
  readonly #late = new Map<number, { operation: Operation<State>; until: number }>()
  #lastLate = 0

  constructor(internal: Internal<State>, first: State) {
    this.#internal = internal
    this.#worlds = [{ state: first, late: [] }]
  }

  /** Every state that the record may be in now. */
  states(): State[] {
    this.#dropExpired()
    const all = this.#reachable(this.#worlds).map(({ state }) => state)
    return unique(all, (state) => JSON.stringify(state))
  }

  /** False when no possible state allows the answer; the states are then unchanged. */
  answered(operation: Operation<State>, answer: Answer): boolean {
    this.#dropExpired()
    const next = this.#after(this.#worlds, operation, answer)
    if (next.length === 0) return false
    this.#worlds = next
    return true
  }

  /** Both calls ran at the same time, so either may have been first. */
  answeredTogether(operations: [Operation<State>, Operation<State>], answers: [Answer, Answer]): boolean {
    this.#dropExpired()
    const [one, other] = operations
    const next = unique(
      [
        ...this.#after(this.#after(this.#worlds, one, answers[0]), other, answers[1]),
        ...this.#after(this.#after(this.#worlds, other, answers[1]), one, answers[0]),
      ],
      (world) => JSON.stringify(world),
    )
    if (next.length === 0) return false
    this.#worlds = next
    return true
  }

  /** Drops states that the service would have left by now. False when none remains; the states are then unchanged. */
  keep(isLasting: (state: State) => boolean): boolean {
    const kept = this.#worlds.filter(({ state }) => isLasting(state))
    if (kept.length === 0) return false
    this.#worlds = kept
    return true
  }

  /** The call may take effect at any time from now on. */
  lost(operation: Operation<State>): void {
    this.#lastLate += 1
    const id = this.#lastLate
    this.#late.set(id, { operation, until: performance.now() + lateMs })
    this.#worlds = this.#worlds.map(({ state, late }) => ({ state, late: [...late, id] }))
  }

  /** Milliseconds until no lost call can take effect any more. */
  lateForMs(): number {
    return Math.max(0, ...[...this.#late.values()].map(({ until }) => until - performance.now()))
  }

  #after(worlds: World<State>[], operation: Operation<State>, answer: Answer): World<State>[] {
    const next: World<State>[] = []
    for (const { state, late } of this.#reachable(worlds)) {
      for (const effect of operation(state))
        if (effect.allows(answer)) next.push({ state: effect.next(answer), late })
    }
    return unique(next, (world) => JSON.stringify(world))
  }

  /** An expired call may have taken effect until now, but will not from now on. */
  #dropExpired(): void {
    const now = performance.now()
    const expired = new Set([...this.#late].filter(([, { until }]) => until < now).map(([id]) => id))
    if (expired.size === 0) return
    const worlds = this.#reachable(this.#worlds).map(({ state, late }) => ({
      state,
      late: late.filter((id) => !expired.has(id)),
    }))
    this.#worlds = unique(worlds, (world) => JSON.stringify(world))
    for (const id of expired) this.#late.delete(id)
  }

  #reachable(worlds: World<State>[]): World<State>[] {
    const found = new Map<string, World<State>>()
    const waiting = [...worlds]
    for (let world = waiting.pop(); world; world = waiting.pop()) {
      const key = JSON.stringify(world)
      if (found.has(key)) continue
      found.set(key, world)
      const { state, late } = world
      for (const next of this.#internal(state)) waiting.push({ state: next, late })
      for (const id of late) {
        const rest = late.filter((one) => one !== id)
        for (const effect of this.#late.get(id)?.operation(state) ?? [])
          waiting.push({ state: effect.next(undefined), late: rest })
      }
    }
    return [...found.values()]
  }
}

export function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
