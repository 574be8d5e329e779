/**
 * Which objects of a record an export may contain, and whether its text can be read. Both formats ask here, and what is
 * left out is counted here.
 */
import { type DerivedPart, listDerived } from '../content/content.public.ts'
import type { DocumentRow } from '../documents/documents.public.ts'
import type { PlaybackRow } from '../recordings/recordings.public.ts'
import { readabilityOf, resultsOf } from '../results/results.public.ts'
import type { ProjectReading } from './project-reading.ts'

export interface ReadableContent {
  /** The object of the upload; null if it was not asked for or must not be shown. */
  original: string | null
  derived: { part: DerivedPart; key: string; type: string }[]
  /** Its text or transcript can be read. */
  isReady: boolean
}

export async function contentOfDocument(reading: ProjectReading, row: DocumentRow): Promise<ReadableContent> {
  const original = originalOf(reading, row.original_key)
  const isReady = row.status === 'ready' && row.extraction_id !== null
  if (!isReady) reading.omitted.not_ready += 1
  return { original, derived: isReady ? await derivedOf(reading, row) : [], isReady }
}

/** A recording of a file or of a survey. What is not open to anyone is in no row that is read here. */
export async function contentOfRecording(
  reading: ProjectReading,
  row: PlaybackRow,
): Promise<ReadableContent> {
  const { omitted } = reading
  const original = row.has_original ? originalOf(reading, row.is_private ? null : row.original_key) : null
  const readability = readabilityOf(resultsOf(row))
  if (readability === 'closed') omitted.recordings_closed += 1
  if (readability === 'none' || readability === 'not_ready') omitted.not_ready += 1
  const isReady = readability === 'ready'
  // Nothing of a protected recording may be shown before it is ready.
  const derived = row.is_private && !isReady ? [] : await derivedOf(reading, row)
  return { original, derived, isReady }
}

/** `key` is null where the upload must not be shown. */
function originalOf({ contents, omitted }: ProjectReading, key: string | null): string | null {
  if (!contents.includes('originals')) return null
  if (key === null) omitted.protected_originals += 1
  return key
}

async function derivedOf(
  { tx, principal, contents }: ProjectReading,
  { owner, key }: DocumentRow | PlaybackRow,
): Promise<ReadableContent['derived']> {
  return contents.includes('derived') ? listDerived(tx, principal, owner, key) : []
}
