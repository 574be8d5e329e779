/** Header names every column can be called by: trimmed, never empty, never twice. The same header always gives the same names. */

export function repairHeader(cells: readonly string[]): string[] {
  const wanted = cells.map((cell, index) => headerName(cell) || `Column ${index + 1}`)
  const written = new Set(wanted)
  /** The suffix to try next: two thousand columns of one name must not try two thousand each. */
  const nextSuffix = new Map<string, number>()
  return wanted.map((name) => {
    let suffix = nextSuffix.get(name)
    // A header may itself hold `Age (2)`: the suffix must not take a name that another column has by right.
    while (suffix !== undefined && written.has(`${name} (${suffix})`)) suffix++
    nextSuffix.set(name, (suffix ?? 1) + 1)
    return suffix === undefined ? name : `${name} (${suffix})`
  })
}

/** One spelling for what looks the same: `é` may be written as one character or as two, and Mac programs write two. */
export function headerName(cell: string): string {
  return cell
    .replace(/^\ufeff/, '')
    .trim()
    .normalize('NFC')
}
