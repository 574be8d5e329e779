/** Decides the next step for a file from its journal entry. */
import { existsSync } from 'node:fs'
import { contentHash, type Identity, isSame } from '../files/identity.ts'
import { type Entry, type ImportAs, isResumable } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import type { NextStep } from './import-task.ts'

export interface DecideOptions {
  /** Import failed files again. */
  retryFailed?: boolean | undefined
  /** Import again regardless of the journal. */
  again?: boolean | undefined
}

export interface Place extends Identity {
  path: string
  as: ImportAs
}

export async function decide(
  journal: Pick<Journal, 'entries' | 'write'>,
  place: Place,
  options: DecideOptions = {},
): Promise<NextStep> {
  const here = journal.entries.at(place.path, place.as)
  if (options.again) return { step: 'start', why: 'asked', ...(here && { old: here }) }
  if (here && isSame(here, place)) return resumeStep(here, options)
  const known = await findByContent(journal, place, here)
  if (known) {
    await journal.write({ do: 'moved', id: known.id, path: place.path, mtime: place.mtime })
    return resumeStep(known, options)
  }
  return here ? { step: 'start', why: 'changed', old: here } : { step: 'start', why: 'new' }
}

/**
 * The next step for a file that has not changed since its entry was written. An entry that was only begun, or whose form
 * was not sent, may have left a record without an upload, which the service deletes later. Since `complete` is called only
 * after `sent` is on disk, such a record can never complete, and starting again still ends in exactly one completed record.
 */
export function resumeStep(entry: Entry, { retryFailed }: Pick<DecideOptions, 'retryFailed'>): NextStep {
  switch (entry.state) {
    case 'begun':
    case 'keyed':
      return isResumable(entry) ? { step: 'resume', entry } : { step: 'start', why: 'new', old: entry }
    case 'sent':
      return { step: 'complete', entry }
    case 'accepted':
      return { step: 'follow', entry }
    case 'completed':
      return { step: 'nothing', entry }
    case 'failed':
      return retryFailed ? { step: 'start', why: 'asked', old: entry } : { step: 'nothing', entry }
  }
}

/**
 * Finds the entry of a file that was touched or moved here. A copy is another file: it counts as moved only if the path
 * it was imported from no longer exists. The content is read only if the length matches.
 */
async function findByContent(
  { entries }: Pick<Journal, 'entries'>,
  place: Place,
  here?: Entry,
): Promise<Entry | undefined> {
  const isCandidate = (entry: Entry) => isSent(entry) || isUnchangedUpload(entry, place)
  const candidates = entries.ofLength(place.bytes, place.as).filter(isCandidate)
  if (candidates.length === 0) return undefined
  const print = await contentHash(place.path, place.bytes)
  // Of many files with the same length, only those with the same content are looked for on disk.
  return candidates.find((entry) => entry.print === print && (entry === here || !existsSync(entry.path)))
}

const isSent = ({ state }: Entry): boolean => state !== 'begun' && state !== 'keyed'

/** The hash of a large file has gaps, and parts of two versions must not be mixed: its time must be the same, too. */
const isUnchangedUpload = (entry: Entry, place: Place): boolean =>
  isResumable(entry) && entry.mtime === place.mtime
