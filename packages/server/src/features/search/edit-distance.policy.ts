/** How many letters two words differ by: inserted, left out, replaced, or two neighbours swapped. Pure. */
export function editDistance(one: string, other: string): number {
  const a = Array.from(one)
  const b = Array.from(other)
  let before: number[] = []
  let row = b.map((_, j) => j + 1)
  row.unshift(0)
  for (const [i, letter] of a.entries()) {
    const next = [i + 1]
    for (const [j, target] of b.entries()) {
      const isSame = letter === target
      let least = Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (isSame ? 0 : 1))
      if (i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === target)
        least = Math.min(least, (before[j - 1] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** Short words with two differences are other words. */
const maxDistance = (word: string): number => (Array.from(word).length > 5 ? 2 : 1)

export interface Candidate {
  lexeme: string
  similarity: number
  /** In how many of the compared texts it occurs. */
  texts: number
}

/** The word that was probably meant: the closest, then the most frequent. */
export function closestWord(word: string, candidates: readonly Candidate[]): string | undefined {
  const close = candidates
    .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.lexeme) }))
    .filter(({ distance }) => distance > 0 && distance <= maxDistance(word))
  const [best] = close.sort(
    (one, other) =>
      one.distance - other.distance || other.texts - one.texts || other.similarity - one.similarity,
  )
  return best?.lexeme
}
