/** Glob patterns that the shell did not expand. The syntax is that of `.gitignore`, plus `{a,b}`. */
import { join, sep } from 'node:path'
import ignore from 'ignore'

export interface Glob {
  /** The deepest folder without a wildcard, where the search starts. */
  folder: string
  /** Matches paths relative to that folder, with forward slashes. */
  readonly matches: (below: string) => boolean
}

const magic = /[*?[{]/

export function isGlob(text: string): boolean {
  return magic.test(text)
}

export function parseGlob(text: string): Glob {
  const parts = (sep === '\\' ? text.replaceAll('\\', '/') : text).split('/')
  const first = parts.findIndex((part) => magic.test(part))
  const folder = parts.slice(0, first).join('/')
  const pattern = parts.slice(first).join('/')
  // The leading slash anchors the pattern to the folder; otherwise it would match at any depth.
  const rules = ignore({ ignorecase: false }).add(expandBraces(pattern).map((one) => `/${one}`))
  return {
    folder: text.startsWith('/') ? join('/', folder) : folder || '.',
    matches: (below) => rules.ignores(below),
  }
}

/** Expands `a{b,c}` to `ab` and `ac`. */
export function expandBraces(pattern: string): string[] {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(pattern)
  if (!found) return [pattern]
  const [whole, inner = ''] = found
  const before = pattern.slice(0, found.index)
  const after = pattern.slice(found.index + whole.length)
  return inner.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`))
}
