/** Makes header names trimmed, non-empty and unique. The same header always results in the same names. */

export function repairHeader(cells: readonly string[]): string[] {
  const wanted = cells.map((cell, index) => headerName(cell) || `Column ${index + 1}`)
  const written = new Set(wanted)
  /** The next suffix per name, which avoids quadratic time for thousands of columns with the same name. */
  const nextSuffix = new Map<string, number>()
  return wanted.map((name) => {
    let suffix = nextSuffix.get(name)
    // Skips suffixes that would result in an existing name, such as a column that is already called `Age (2)`.
    while (suffix !== undefined && written.has(`${name} (${suffix})`)) suffix++
    nextSuffix.set(name, (suffix ?? 1) + 1)
    return suffix === undefined ? name : `${name} (${suffix})`
  })
}

/** Normalizes to NFC, because macOS programs may write `é` as two code points. */
export function headerName(cell: string): string {
  return cell
    .replace(/^\ufeff/, '')
    .trim()
    .normalize('NFC')
}
