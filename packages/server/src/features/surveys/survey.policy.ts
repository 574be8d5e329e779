/** Limits and rules of survey uploads. Pure. */
import { type ColumnType, type ComparedField, columnTypes, type MediaConfig } from '@inlet/contract'

const MiB = 1024 * 1024
const TiB = 1024 * 1024 * MiB

export const partLimits = { maxBytes: 50 * MiB, contentType: 'text/csv' }

/** Effectively unlimited: a policy needs a limit, and this is the largest S3 object. */
export const mediaLimits = { maxBytes: 5 * TiB }

/** PostgreSQL stores any JSON depth, but parsing it back does not; real configurations are far less deep. */
const maxConfigDepth = 32

export const maxMediaNameLength = 512

/** Extensions that can be linked and transcribed; other files are accepted and end FAILED. */
export const mediaExtensions = ['mp4', 'mov', 'avi', 'm4v', 'webm', 'mp3', 'm4a', 'wav', 'aac']

export function isMediaName(filename: string): boolean {
  const dot = filename.lastIndexOf('.')
  return dot >= 0 && mediaExtensions.includes(filename.slice(dot + 1).toLowerCase())
}

/** Whether files can be linked to people or answers. */
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

/** Fields in which a repeated request differs from the first one with its idempotency key; null is unknown. */
export function mismatchedFields(
  request: { project_id: number; name: string; num_parts: number },
  first: { first_project_id: number | null; first_name: string | null; first_part_count: number | null },
): ComparedField[] {
  const compared: Record<ComparedField, string | number | null> = {
    project_id: first.first_project_id,
    // Older releases trimmed stored names.
    name: first.first_name?.trim() ?? null,
    num_parts: first.first_part_count,
  }
  const sent = { ...request, name: request.name.trim() }
  const fields: ComparedField[] = ['project_id', 'name', 'num_parts']
  return fields.filter((field) => compared[field] !== null && compared[field] !== sent[field])
}

/** Checked here, because schema patterns do not match across line breaks, which headers may contain. */
export function mappingProblems(columnMapping: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(columnMapping).flatMap(([header, type]) => {
    const field = `column_mapping.${header.toWellFormed()}`
    if (!isStorable(header))
      return [{ field, message: 'must not have a NUL character or a lone surrogate in its name' }]
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

/** Text that PostgreSQL cannot store: NUL characters and lone surrogates. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Iterative, so that deep nesting cannot exhaust the stack. */
function troubleIn(value: unknown): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value))
      return 'must not contain a NUL character or a lone surrogate'
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth > maxConfigDepth) return `must not be nested deeper than ${maxConfigDepth} levels`
    for (const [key, inner] of Object.entries(next.value)) {
      if (!isStorable(key)) return 'must not contain a NUL character or a lone surrogate'
      open.push({ value: inner, depth: next.depth + 1 })
    }
  }
  return undefined
}

/** Names are stored as sent and compared in NFC. */
export interface MediaName {
  filename: string
  key: string
}

export const mediaNameKey = (filename: string): string => filename.normalize('NFC')

/** A duplicate name is reported at its second position. */
export function readMediaNames(files: readonly string[]): { names: MediaName[]; problems: Problem[] } {
  const firstByName = new Map<string, number>()
  const problems: Problem[] = []
  for (const [i, file] of files.entries()) {
    const name = mediaNameKey(file)
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
  const names = Array.from(firstByName, ([key, i]) => ({ filename: files[i] ?? key, key }))
  return { names, problems }
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? name : name.slice(0, dot)
}

/**
 * The name a replacement was converted from: the same base name with an extension that cannot be linked. The rows of the
 * survey may still contain that name and cannot be changed.
 */
export function conversionSource(
  replaced: { key: string; convertedFrom: string | null },
  key: string,
): string | null {
  const source = isMediaName(replaced.key) ? replaced.convertedFrom : replaced.key
  return source !== null && isMediaName(key) && stemOf(source) === stemOf(key) ? source : null
}

/** Undefined unless it is a part number, which start at 1. */
export function readPartNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
