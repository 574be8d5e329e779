/**
 * Which response or respondent a media file belongs to, by its name. A response that names the file goes before a
 * respondent who is called like it, and two that fit are no match: nothing is ever guessed.
 */
import type { MediaConfig } from '@inlet/contract'
import { mediaExtensions } from './survey.policy.ts'

export interface MediaFile {
  id: number
  /** In NFC. */
  filename: string
}

export interface MediaFailure {
  code: 'unsupported_extension' | 'ambiguous' | 'no_match' | 'upload_gone'
  message: string
}

export type MediaMatch =
  | { level: 'RESPONSE'; responseId: number }
  | { level: 'RESPONDENT'; respondentId: number }
  | { level: null; failure: MediaFailure }

const failures = {
  unsupported_extension: `Not linked. Files of this kind cannot be transcribed. Convert it to one of ${mediaExtensions.join(', ')}, and register it under its new name.`,
  ambiguousResponse:
    'Not linked. Responses of several people name this file. Give each of them a file of its own, or correct the cells and append them.',
  ambiguousRespondent:
    'Not linked. Several respondents match the name of this file. Name it after what only one of them has, such as the e-mail address.',
  noResponse:
    'Not linked. No response names this file. Register it under the name that stands in the survey and upload it again.',
  noRespondent:
    'Not linked. No response names this file, and no respondent matches its name. Register it under a name that stands in the survey and upload it again.',
  upload_gone:
    'Not linked. The file is no longer in storage, or was replaced after it was checked. Request a fresh descriptor and upload it again.',
}

export const uploadGone: MediaFailure = { code: 'upload_gone', message: failures.upload_gone }

/** What stands in cells that name files: the first response with it, and how many people gave such responses. */
export interface NamingCell {
  text: string
  responseId: number
  peopleCount: number
}

/** Space around a cell is not part of the name that stands in it. */
export const cellName = (filename: string) => filename.trim()

/** Finds the response that names a file; several are fine as long as one person gave them all. */
export function matchResponses(
  files: readonly MediaFile[],
  cells: readonly NamingCell[],
): Map<number, MediaMatch> {
  const byName = new Map(cells.map((cell) => [cell.text, cell]))
  const matches = new Map<number, MediaMatch>()
  for (const { id, filename } of files) {
    const cell = byName.get(cellName(filename))
    if (!cell) continue
    const isOnePerson = cell.peopleCount === 1
    matches.set(
      id,
      isOnePerson
        ? { level: 'RESPONSE', responseId: cell.responseId }
        : failed('ambiguous', failures.ambiguousResponse),
    )
  }
  return matches
}

/** Takes people one by one, so that a survey of a million need not be in memory. */
export interface PeopleMatcher {
  /** What a value in small letters must be to be worth adding, for a search by index. */
  keys(): string[]
  add(value: string, respondentId: number): void
  matchOf(file: MediaFile): MediaMatch | undefined
}

export type MatchMode = NonNullable<MediaConfig['match']>

export function createPeopleMatcher(files: readonly MediaFile[], mode: MatchMode): PeopleMatcher {
  const stem = (filename: string) => filename.slice(0, filename.lastIndexOf('.'))
  const fileKey = (filename: string) => (mode === 'exact' ? filename : normalize(stem(filename)))
  const found = new Map(files.map(({ filename }) => [fileKey(filename), new Set<number>()]))
  return {
    keys: () => [
      ...new Set(files.flatMap(({ filename }) => [fileKey(filename), stem(filename).trim().toLowerCase()])),
    ],
    add(value, respondentId) {
      const people = found.get(mode === 'exact' ? value.normalize('NFC') : normalize(value))
      // Two are as bad as a thousand.
      if (people && people.size < 2) people.add(respondentId)
    },
    matchOf({ filename }) {
      const [first, second] = found.get(fileKey(filename)) ?? []
      if (first === undefined) return undefined
      if (second !== undefined) return failed('ambiguous', failures.ambiguousRespondent)
      return { level: 'RESPONDENT', respondentId: first }
    },
  }
}

export function noMatch(hasRespondentLevel: boolean): MediaMatch {
  return failed('no_match', hasRespondentLevel ? failures.noRespondent : failures.noResponse)
}

export function unsupported(): MediaMatch {
  return failed('unsupported_extension', failures.unsupported_extension)
}

function failed(code: MediaFailure['code'], message: string): MediaMatch {
  return { level: null, failure: { code, message } }
}

/** Letters of any case and space of any width are the same. Up and down again folds what one way alone does not (ß, ς). */
export function normalize(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toUpperCase().toLowerCase().normalize('NFC')
}
