/** Word error rate: the minimum number of substitutions, insertions and deletions against the reference. */
import { editDistance } from '../edit-distance.ts'

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
  return { errors: editDistance(wanted, spokenWords(heard)), words: wanted.length }
}
