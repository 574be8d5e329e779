/**
 * Matches a media file to a response or respondent by name. A response that names the file takes precedence over a
 * respondent with that name, and ambiguous matches are rejected.
 */
import type { MediaConfig, MediaFailureCode } from '@inlet/contract'
import { mediaExtensions } from '../survey.policy.ts'

export interface MediaFile {
  id: number
  /** NFC-normalized. */
  filename: string
  /** NFC-normalized name of a replacement before its conversion, with another extension. */
  convertedFrom: string | null
}

export interface MediaFailure {
  code: MediaFailureCode
  message: string
}

export type MediaMatch =
  | { level: 'RESPONSE'; responseId: number }
  | { level: 'RESPONDENT'; respondentId: number }
  | { level: null; failure: MediaFailure }

const failures = {
  unsupported_extension: `Not linked. Files of this kind cannot be transcribed. Convert it to one of ${mediaExtensions.join(', ')}, then replace it under its new name.`,
  ambiguousResponse:
    'Not linked. Responses of several people name this file. Replace it under a name that only one response has; to add such a response, append it.',
  ambiguousRespondent:
    'Not linked. Several respondents match the name of this file. Replace it under a name that only one of them has, such as the e-mail address.',
  noResponse:
    'Not linked. No response names this file. Replace it under a name from the survey, or withdraw it.',
  noRespondent:
    'Not linked. No response names this file, and no respondent matches its name. Replace it under a name from the survey, or withdraw it.',
  upload_gone:
    'Not linked. The file is no longer in storage, or was replaced after it was checked. Request a fresh descriptor with retry and upload it again.',
}

export const uploadGone: MediaFailure = { code: 'upload_gone', message: failures.upload_gone }

/** A file name in cells: the first response with it, and the number of people who named it. */
export interface NamingCell {
  text: string
  responseId: number
  peopleCount: number
}

/** Names by which cells can refer to a file, its own first. Surrounding space is ignored. */
export const cellNames = ({ filename, convertedFrom }: MediaFile): string[] =>
  (convertedFrom === null ? [filename] : [filename, convertedFrom]).map((name) => name.trim())

/** Finds the response that names a file; several match if they are from one person. */
export function matchResponses(
  files: readonly MediaFile[],
  cells: readonly NamingCell[],
): Map<number, MediaMatch> {
  const byName = new Map(cells.map((cell) => [cell.text, cell]))
  const matches = new Map<number, MediaMatch>()
  for (const file of files) {
    const cell = cellNames(file)
      .map((name) => byName.get(name))
      .find((found) => found !== undefined)
    if (!cell) continue
    const isOnePerson = cell.peopleCount === 1
    matches.set(
      file.id,
      isOnePerson
        ? { level: 'RESPONSE', responseId: cell.responseId }
        : failed('ambiguous', failures.ambiguousResponse),
    )
  }
  return matches
}

/** Processes people one by one to keep memory constant. */
export interface PeopleMatcher {
  /** Lower-case values to look up by index. */
  keys(): string[]
  add(value: string, respondentId: number): void
  matchOf(file: MediaFile): MediaMatch | undefined
}

export type MatchMode = NonNullable<MediaConfig['match']>

export function createPeopleMatcher(files: readonly MediaFile[], mode: MatchMode): PeopleMatcher {
  const stem = (filename: string) => filename.slice(0, filename.lastIndexOf('.'))
  // A conversion differs only in its extension, which normalized comparison ignores.
  const fileKeys = ({ filename, convertedFrom }: MediaFile): string[] =>
    mode === 'exact'
      ? [filename, ...(convertedFrom === null ? [] : [convertedFrom])]
      : [normalize(stem(filename))]
  const found = new Map(files.flatMap(fileKeys).map((key) => [key, new Set<number>()]))
  return {
    keys: () => [
      ...new Set(files.flatMap((file) => [...fileKeys(file), stem(file.filename).trim().toLowerCase()])),
    ],
    add(value, respondentId) {
      const people = found.get(mode === 'exact' ? value.normalize('NFC') : normalize(value))
      // Two matches are already ambiguous.
      if (people && people.size < 2) people.add(respondentId)
    },
    matchOf(file) {
      const people = fileKeys(file).map((key) => found.get(key) ?? new Set<number>())
      const [first, second] = people.find(({ size }) => size > 0) ?? []
      if (first === undefined) return undefined
      if (second !== undefined) return failed('ambiguous', failures.ambiguousRespondent)
      return { level: 'RESPONDENT', respondentId: first }
    },
  }
}

export function noMatch(hasRespondentLevel: boolean): MediaMatch {
  return failed('no_match', hasRespondentLevel ? failures.noRespondent : failures.noResponse)
}

/** Maximum number of listed headers and characters per header. */
const listedHeaders = 10
const headerLength = 40

export function columnMissing(column: string, headers: readonly string[]): MediaMatch {
  const shown = headers.slice(0, listedHeaders).map((header) => `"${shorten(header)}"`)
  const rest = headers.length - shown.length
  const list = rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
  return failed(
    'column_missing',
    `Not linked. media_config links by the column "${shorten(column)}", which the survey does not have. Its columns are ${list}. Import the survey again with one of them as media_config.column.`,
  )
}

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length > headerLength ? `${characters.slice(0, headerLength).join('')}…` : text
}

export function unsupported(): MediaMatch {
  return failed('unsupported_extension', failures.unsupported_extension)
}

function failed(code: MediaFailure['code'], message: string): MediaMatch {
  return { level: null, failure: { code, message } }
}

const directionalMarks = /[\u200e\u200f\u061c]/g

/**
 * Ignores case, width of spaces and invisible directional marks. Upper-casing before lower-casing folds characters that
 * lower-casing alone does not (ß, ς).
 */
export function normalize(text: string): string {
  return text
    .replace(directionalMarks, '')
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
}
