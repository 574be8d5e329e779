/** How a column writes several answers into one cell, and how to take them apart again. */

export type Separator = '\n' | '|' | ';' | ',' | '>' | '、'

/** In this order: the rarer a character is in answers themselves, the surer it separates them. */
export const separators: readonly Separator[] = ['\n', '|', ';', '>', '、', ',']

/** Commas in brackets belong to one answer: `Other (phone, fax)`. */
export function splitChoices(cell: string, separator: Separator): string[] {
  if (!cell.includes(separator)) {
    const only = cell.trim()
    return only === '' ? [] : [only]
  }
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index <= cell.length; index++) {
    const char = cell[index]
    if (char === '(' || char === '（') depth++
    else if (char === ')' || char === '）') depth = Math.max(0, depth - 1)
    const isThousands = separator === ',' && isDigit(cell[index - 1]) && isDigit(cell[index + 1])
    if (char === undefined || (char === separator && depth === 0 && !isThousands)) {
      const part = cell.slice(start, index).trim()
      if (part !== '') parts.push(part)
      start = index + 1
    }
  }
  return parts
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9'
}
