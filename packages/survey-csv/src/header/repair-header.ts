/** Header names every column can be called by: trimmed, never empty, never twice. The same header always gives the same names. */

export function repairHeader(cells: readonly string[]): string[] {
  const wanted = cells.map((cell, index) => cell.replace(/^\ufeff/, '').trim() || `Column ${index + 1}`)
  const written = new Set(wanted)
  const taken = new Set<string>()
  return wanted.map((name) => {
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
    // A header may itself hold `Age (2)`: the suffix must not take a name that another column has by right.
    let suffix = 2
    while (taken.has(`${name} (${suffix})`) || written.has(`${name} (${suffix})`)) suffix++
    const repaired = `${name} (${suffix})`
    taken.add(repaired)
    return repaired
  })
}
