/** Parses a cell as the type of its column. Returns null if the cell has no valid answer: a cell never fails a part. */
import { plainText } from './plain-text.ts'

/** Placeholders that exports write into cells without an answer. */
const blanks = new Set([
  '',
  'na',
  'n/a',
  '#n/a',
  'n.a.',
  'null',
  'none given',
  'nan',
  '-',
  '–',
  '—',
  'k.a.',
  's/o',
  's.o.',
  'k. a.',
  'n/d',
  'n.d.',
  'n.v.t.',
  'nvt',
  'b/d',
  'b.d.',
  's/r',
  's.r.',
  'н/д',
  '未回答',
  '（跳过）',
  '(跳过)',
])

const blankInitials = new Set(
  [...blanks].flatMap((blank) => [blank.charCodeAt(0), blank.toUpperCase().charCodeAt(0)]),
)

export function isBlank(cell: string): boolean {
  if (cell.length > 16) return false
  const trimmed = cell.trim()
  // The first character rules out most answers; for an empty cell it is NaN, which the set contains.
  return blankInitials.has(trimmed.charCodeAt(0)) && blanks.has(trimmed.toLowerCase())
}

const score = String.raw`(\d{1,2})(?:[.,]0+)?`
const leadingScore = new RegExp(
  String.raw`^${score}(?:\s*(?:\/|of|von|sur|de|su|van|op|z|ze|из|з|av|af|fra)\s*10)?\s*(?:[点點分점](?!\d).*|[-–—―:=(].*)?$`,
  'iu',
)
const trailingScore = new RegExp(String.raw`^[^\d]{1,80}[-–—―:=(]\s*${score}\)?$`, 'u')

/** Accepts 0 to 10, also with additions of survey tools: `10 - Extremely likely`, `Very likely - 9`, `9/10`, `8.0`, `7 von 10`. */
export function parseNps(cell: string): number | null {
  if (cell.length === 1 && cell >= '0' && cell <= '9') return Number(cell)
  const text = plainText(cell.slice(0, 200)).trim()
  const found = leadingScore.exec(text) ?? trailingScore.exec(text)
  const value = Number(found?.[1] ?? Number.NaN)
  return value >= 0 && value <= 10 ? value : null
}

export function parseSingleChoice(cell: string): string | null {
  return isBlank(cell) ? null : collapse(cell)
}

/** Returns lower case, because there is one participant per address. Accepts `Anna <anna@example.org>` and `mailto:`. */
export function parseEmail(cell: string): string | null {
  const inBrackets = cell.includes('<') ? /<([^<>\s]{3,320})>\s*$/.exec(cell.slice(0, 1000))?.[1] : undefined
  const address = (inBrackets ?? cell).trim().replace(/^mailto:/i, '')
  return isEmail(address) ? address.toLowerCase() : null
}

export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64) return false
  return (
    /^[^\s@,;:"<>()[\]\\]+$/u.test(text.slice(0, at)) &&
    /^(?:[\p{L}\p{N}-]+\.)+[\p{L}][\p{L}\p{N}-]+$/u.test(text.slice(at + 1))
  )
}

export function parseName(cell: string): string | null {
  return isBlank(cell) ? null : collapse(cell)
}

/** Keeps line breaks and spaces, except at the start and end. */
export function parseOpenEnded(cell: string): string | null {
  return isBlank(cell) ? null : cell.trim()
}

function collapse(text: string): string {
  const trimmed = text.trim()
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
}
