/** Offsets counted in characters, as Python counts them, turned into ours. Pure. */

/** A function from the index of a code point to that of its first UTF-16 unit; null beyond the text's end. */
export function codePointOffsets(text: string): (index: number) => number | null {
  const pairs: number[] = []
  let index = 0
  for (const sign of text) {
    if (sign.length === 2) pairs.push(index)
    index += 1
  }
  const count = index
  return (point) => {
    if (!Number.isSafeInteger(point) || point < 0 || point > count) return null
    return point + countBelow(pairs, point)
  }
}

/** How many entries of a sorted list are smaller. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
