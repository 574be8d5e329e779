/** Converts offsets in code points, as Python counts them, into UTF-16 offsets. */

/** Returns a function from code point index to UTF-16 index; null beyond the end of the text. */
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

/** The number of smaller entries in a sorted list. */
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
