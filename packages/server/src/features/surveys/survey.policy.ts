/** What a survey upload may consist of: pure limits and rules. */
import { type ColumnType, columnTypes, type MediaConfig } from '@inlet/contract'

const MiB = 1024 * 1024
const TiB = 1024 * 1024 * MiB

export const partLimits = { maxBytes: 50 * MiB, contentType: 'text/csv' }

/** There is no limit; a policy must name one, and this is the largest object an S3 store keeps. */
export const mediaLimits = { maxBytes: 5 * TiB }

/** A JSON column takes any depth, but reading it back does not; nothing that links files is this deep. */
const maxConfigDepth = 32

export const maxMediaNameLength = 512

/** What can be linked and transcribed; other files are taken and end FAILED. */
export const mediaExtensions = ['mp4', 'mov', 'avi', 'm4v', 'webm', 'mp3', 'm4a', 'wav', 'aac']

export function isMediaName(filename: string): boolean {
  const dot = filename.lastIndexOf('.')
  return dot >= 0 && mediaExtensions.includes(filename.slice(dot + 1).toLowerCase())
}

/** An upload has media when a file can be linked to a person or to an answer. */
export function hasMedia(
  mediaConfig: MediaConfig | null,
  columnMapping: Readonly<Record<string, ColumnType>>,
): boolean {
  return mediaConfig !== null || Object.values(columnMapping).includes('MEDIA_RESPONSE')
}

export interface Problem {
  field: string
  message: string
}

/** A schema looks at keys by a pattern that stops at a line break, and headers may contain one. */
export function mappingProblems(columnMapping: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(columnMapping).flatMap(([header, type]) => {
    const field = `column_mapping.${header.toWellFormed()}`
    if (!isStorable(header))
      return [{ field, message: 'must not have a NUL or half a character in its name' }]
    if (columnTypes.some((known) => known === type)) return []
    const known = columnTypes.map((name) => JSON.stringify(name)).join(', ')
    return [{ field, message: `must be one of ${known}` }]
  })
}

export function configProblems(config: MediaConfig): Problem[] {
  const problems: Problem[] = []
  if (config.link_by === 'column' && !config.column) {
    problems.push({ field: 'media_config.column', message: 'is required with link_by "column"' })
  }
  const trouble = troubleIn(config)
  if (trouble) problems.push({ field: 'media_config', message: trouble })
  return problems
}

/** Text that the database cannot keep: it has no NUL and no half of a pair of surrogates. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Walks without recursion, so that no nesting can exhaust the stack. */
function troubleIn(value: unknown): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value))
      return 'must not hold a NUL or half a character'
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth > maxConfigDepth) return `must not be nested deeper than ${maxConfigDepth} levels`
    for (const [key, inner] of Object.entries(next.value)) {
      if (!isStorable(key)) return 'must not hold a NUL or half a character'
      open.push({ value: inner, depth: next.depth + 1 })
    }
  }
  return undefined
}

/** Names as all of them are compared; a name that is there twice is a problem of the second. */
export function readMediaNames(files: readonly string[]): { names: string[]; problems: Problem[] } {
  const firstByName = new Map<string, number>()
  const problems: Problem[] = []
  for (const [i, file] of files.entries()) {
    const name = file.normalize('NFC')
    const first = firstByName.get(name)
    if (first !== undefined) {
      problems.push({
        field: `files.${i}`,
        message: `must not name the same file as files.${first}: ${name}`,
      })
    } else if (Array.from(name).length > maxMediaNameLength) {
      problems.push({
        field: `files.${i}`,
        message: `must be at most ${maxMediaNameLength} characters long in NFC`,
      })
    } else firstByName.set(name, i)
  }
  return { names: [...firstByName.keys()], problems }
}

/** Undefined for what is no number of a part: those count from 1. */
export function readPartNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
