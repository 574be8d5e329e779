/** The least number of insertions, deletions and replacements that turn one sequence into the other. */
export function editDistance(from: readonly string[], to: readonly string[]): number {
  // One row at a time.
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, one] of from.entries()) {
    const current = [row + 1]
    for (const [column, other] of to.entries()) {
      const replaced = (above[column] ?? 0) + (one === other ? 0 : 1)
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    above = current
  }
  return above[to.length] ?? 0
}
