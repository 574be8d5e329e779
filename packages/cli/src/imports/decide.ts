/** What is left to do for a file, by what the journal says about it. */
import { existsSync } from 'node:fs'
import { type Identity, isSame, printOf } from '../files/identity.ts'
import type { Entry, ImportAs } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import type { Todo } from './work.ts'

export interface DecideOptions {
  /** Import again what failed. */
  retryFailed?: boolean | undefined
  /** Import again whatever the journal says. */
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
): Promise<Todo> {
  const here = journal.entries.at(place.path, place.as)
  if (options.again) return { step: 'start', why: 'asked', ...(here && { old: here }) }
  if (here && isSame(here, place)) return goOn(here, options)
  const known = await findByContent(journal, place, here)
  if (known) {
    await journal.write({ do: 'moved', id: known.id, path: place.path, mtime: place.mtime })
    return goOn(known, options)
  }
  return here ? { step: 'start', why: 'changed', old: here } : { step: 'start', why: 'new' }
}

/**
 * Only a begun entry may have left a record, which waits for an upload that never comes: the service sweeps it. Since
 * `complete` is called after `sent` is on disk and never before, such a record can never complete. So starting anew
 * still ends in exactly one completed record.
 */
function goOn(entry: Entry, { retryFailed }: DecideOptions): Todo {
  switch (entry.state) {
    case 'begun':
    case 'keyed':
      return { step: 'start', why: 'new', old: entry }
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
 * The file was touched, or it was moved here. A copy is another file: it counts as moved only when the place it was
 * imported from is empty now. The content is read only when a length fits.
 */
async function findByContent(
  { entries }: Pick<Journal, 'entries'>,
  place: Place,
  here?: Entry,
): Promise<Entry | undefined> {
  const isCandidate = (entry: Entry) =>
    entry.state !== 'begun' && entry.state !== 'keyed' && (entry === here || !existsSync(entry.path))
  const candidates = entries.ofLength(place.bytes, place.as).filter(isCandidate)
  if (candidates.length === 0) return undefined
  const print = await printOf(place.path, place.bytes)
  return candidates.find((entry) => entry.print === print)
}
