import type { Unmatched } from './project.ts'

const maxExamples = 5
const maxExampleLength = 100

/** Counts what has no counterpart, with a few names, so that the list stays short whatever the archive has. */
export function createUnmatched() {
  const found = new Map<Unmatched['kind'], Unmatched>()
  return {
    add(kind: Unmatched['kind'], name: string) {
      const one = found.get(kind) ?? { kind, count: 0, examples: [] }
      one.count += 1
      const example = name.length > maxExampleLength ? `${name.slice(0, maxExampleLength)}…` : name
      if (one.examples.length < maxExamples && example !== '' && !one.examples.includes(example))
        one.examples.push(example)
      found.set(kind, one)
    },
    list: (): Unmatched[] => [...found.values()],
  }
}

export type UnmatchedList = ReturnType<typeof createUnmatched>
