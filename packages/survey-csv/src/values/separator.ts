/** Separators between several answers in one cell. */

export type Separator = '\n' | '|' | ';' | ',' | '>' | '、'

/** Ordered by how unlikely the character is within an answer. */
export const separators: readonly Separator[] = ['\n', '|', ';', '>', '、', ',']

/** Does not split within parentheses, as in `Other (phone, fax)`, or at a comma within a number. */
export function splitChoices(cell: string, separator: Separator): string[] {
  if (!cell.includes(separator)) {
    const only = cell.trim()
    return only === '' ? [] : [only]
  }
  // Only parentheses and numbers require a scan by character.
  const isPlain = !/[(（]/.test(cell) && !(separator === ',' && /\d,\d/.test(cell))
  const pieces = isPlain ? cell.split(separator) : splitCarefully(cell, separator)
  const parts: string[] = []
  for (const piece of pieces) {
    const part = piece.trim()
    if (part !== '') parts.push(part)
  }
  return parts
}

function splitCarefully(cell: string, separator: Separator): string[] {
  const pieces: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < cell.length; index++) {
    const char = cell[index]
    if (char === '(' || char === '（') depth++
    else if (char === ')' || char === '）') depth = Math.max(0, depth - 1)
    if (char !== separator || depth > 0) continue
    if (separator === ',' && isDigit(cell[index - 1]) && isDigit(cell[index + 1])) continue
    pieces.push(cell.slice(start, index))
    start = index + 1
  }
  pieces.push(cell.slice(start))
  return pieces
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9'
}
