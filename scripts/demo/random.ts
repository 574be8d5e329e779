/** Pseudo-random numbers that are the same in every run. */
export interface Dice {
  /** In [0, 1). */
  next(): number
  pick<T>(items: readonly T[]): T
  /** One of the entries, chosen by weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** A linear congruential generator: good enough for answers, and three lines long. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }
  const weighted = <T>(items: readonly (readonly [T, number])[]): T => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    const found = items.find(([, weight]) => {
      left -= weight
      return left < 0
    })
    return (found ?? pick(items))[0]
  }
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  return { next, pick, weighted, shuffle }
}
