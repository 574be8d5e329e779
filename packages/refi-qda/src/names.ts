/** Unique names. Programs store names in unique columns, some without regard to case. */

export interface UniqueNames {
  /** False if the name is taken. */
  take: (name: string) => boolean
  /** Takes the first free name of `write(1)`, `write(2)` and so on. */
  takeNumbered: (write: (n: number) => string) => string
}

export function createUniqueNames(): UniqueNames {
  const taken = new Set<string>()
  // By the name without a number. Trying each number again takes hours for many equal names.
  const nextNumbers = new Map<string, number>()
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
  const take = (name: string): boolean => {
    const key = keyOf(name)
    if (taken.has(key)) return false
    taken.add(key)
    return true
  }
  return {
    take,
    takeNumbered(write) {
      const key = keyOf(write(1))
      for (let n = nextNumbers.get(key) ?? 1; ; n += 1) {
        const name = write(n)
        if (!take(name)) continue
        nextNumbers.set(key, n + 1)
        return name
      }
    },
  }
}

/** Names of sources, variables or sets. The qualifier comes before a number. */
export function createNames(): (wanted: string, qualifier?: string) => string {
  const { take, takeNumbered } = createUniqueNames()
  return (wanted, qualifier) => {
    const name = wanted.replace(/\s+/g, ' ').trim() || 'Untitled'
    if (take(name)) return name
    const qualified = qualifier === undefined ? name : `${qualifier}: ${name}`
    return takeNumbered((n) => (n === 1 ? qualified : `${qualified} (${n})`))
  }
}
