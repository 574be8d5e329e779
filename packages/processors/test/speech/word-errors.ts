/** Word error rate: the minimum number of substitutions, insertions and deletions against the reference. */

/** Different spellings of the same word count as equal. */
const spellings = new Map([
  ['mister', 'mr'],
  ['missus', 'mrs'],
  ['doctor', 'dr'],
])

function spokenWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  return words.map((word) => spellings.get(word) ?? word)
}

export function countWordErrors(said: string, heard: string): { errors: number; words: number } {
  const wanted = spokenWords(said)
  const found = spokenWords(heard)
  // One row of the edit distance at a time.
  let row = Array.from({ length: found.length + 1 }, (_, index) => index)
  for (const [index, word] of wanted.entries()) {
    const next = [index + 1]
    for (const [column, other] of found.entries()) {
      const changed = (row[column] ?? 0) + (word === other ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return { errors: row.at(-1) ?? 0, words: wanted.length }
}
