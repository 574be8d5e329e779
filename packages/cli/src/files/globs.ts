/** Patterns that the shell did not expand, because they were quoted or the shell does not. Read as `.gitignore` reads them, plus `{a,b}`. */
import { join, sep } from 'node:path'
import ignore from 'ignore'

export interface Glob {
  /** The folder above the first part with a pattern: where to look. */
  folder: string
  /** For paths below that folder, with slashes. */
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
  // The leading slash ties a pattern to the folder; otherwise it would match at any depth.
  const rules = ignore({ ignorecase: false }).add(expandBraces(pattern).map((one) => `/${one}`))
  return {
    folder: text.startsWith('/') ? join('/', folder) : folder || '.',
    matches: (below) => rules.ignores(below),
  }
}

/** `a{b,c}` stands for `ab` and `ac`. */
export function expandBraces(pattern: string): string[] {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(pattern)
  if (!found) return [pattern]
  const [whole, inner = ''] = found
  const before = pattern.slice(0, found.index)
  const after = pattern.slice(found.index + whole.length)
  return inner.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`))
}
