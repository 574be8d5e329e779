/** The type of a file cannot change, so its extension is not part of what is edited. */
import type { ImportKind } from '@inlet/contract/workspace'

export function splitName(kind: ImportKind, name: string): { stem: string; extension: string } {
  const extension = kind === 'survey' ? '' : (/\.[^.\s]+$/.exec(name)?.[0] ?? '')
  return { stem: name.slice(0, name.length - extension.length), extension }
}

/** Typing the extension as well does not repeat it. */
export function joinName(stem: string, extension: string): string {
  const typed = stem.trim()
  const isRepeated = extension !== '' && typed.toLowerCase().endsWith(extension.toLowerCase())
  return `${isRepeated ? typed.slice(0, -extension.length).trimEnd() : typed}${extension}`
}
