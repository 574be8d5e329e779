/**
 * Adds to a new journal what the service already has of a source, so that a lost journal, or a sync from another
 * machine, imports nothing twice. Records are recognized by their external ids.
 */
import { randomUUID } from 'node:crypto'
import type { Inlet } from '@inlet/sdk'
import { fileState, insightState, type RecordState } from '../imports/records.ts'
import type { ImportAs } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'

export interface KnownVersion {
  externalId: string
  as: ImportAs
  sourcePath: string
  bytes: number
}

interface FoundRecord {
  externalId: string
  key: string
  state: RecordState
}

const pageItems = 50

export interface ReconcileOptions {
  inlet: Inlet
  projectId: number
  prefix: string
  signal: AbortSignal
}

/** Returns the number of versions that were found. Does not mark the journal, because the list may be incomplete. */
export async function reconcile(
  journal: Pick<Journal, 'entries' | 'write'>,
  versions: readonly KnownVersion[],
  options: ReconcileOptions,
): Promise<number> {
  let count = 0
  for (const as of ['file', 'insight'] as const) {
    const wanted = new Map(versions.filter((one) => one.as === as).map((one) => [one.externalId, one]))
    if (wanted.size === 0) continue
    const found = await findRecords(as, [...wanted.keys()], options)
    for (const [externalId, record] of found) {
      const version = wanted.get(externalId)
      if (!version) continue
      await adopt(journal, version, record)
      count += 1
    }
  }
  return count
}

/** Takes the fewer calls: one per version, or one per page of the project. */
async function findRecords(
  as: ImportAs,
  externalIds: readonly string[],
  { inlet, projectId, prefix, signal }: ReconcileOptions,
): Promise<Map<string, FoundRecord>> {
  const records = openList(inlet, as)
  const best = new Map<string, FoundRecord>()
  const add = (record: FoundRecord) => {
    const other = best.get(record.externalId)
    if (record.state !== 'waiting' && (!other || rank[record.state] > rank[other.state]))
      best.set(record.externalId, record)
  }
  const count = await records.count({ projectId }, signal)
  if (count === 0) return best
  if (count <= externalIds.length * pageItems) {
    for await (const record of records.iterate({ projectId }, signal))
      if (record.externalId.startsWith(prefix)) add(record)
  } else {
    for (const externalId of externalIds)
      for await (const record of records.iterate({ projectId, externalId }, signal)) add(record)
  }
  return best
}

/** A failed version may have been imported again. A record that waits for its upload can no longer complete. */
const rank: Record<RecordState, number> = { waiting: 0, failed: 1, processing: 2, completed: 3 }

interface ListFilter {
  projectId: number
  externalId?: string
}

function openList({ files, insights }: Inlet, as: ImportAs) {
  const include = ['details'] as const
  return {
    async count(filter: ListFilter, signal: AbortSignal): Promise<number> {
      const list = as === 'file' ? files.list({ ...filter, limit: 1 }, { signal }) : undefined
      return (await (list ?? insights.list({ ...filter, limit: 1 }, { signal }))).count
    },
    async *iterate(filter: ListFilter, signal: AbortSignal): AsyncGenerator<FoundRecord, void, undefined> {
      const query = { ...filter, include }
      if (as === 'file')
        for await (const { external_id, wav_key: key, status } of files.iterate(query, { signal }))
          yield { externalId: external_id ?? '', key, state: fileState(status) }
      else
        for await (const { external_id, insight_key: key, processing_status } of insights.iterate(query, {
          signal,
        })) {
          const state = insightState(processing_status)
          const isAwaited =
            state === 'processing' && external_id !== null && (await isUploadAwaited(key, signal))
          yield { externalId: external_id ?? '', key, state: isAwaited ? 'waiting' : state }
        }
    },
  }

  /** The list does not tell whether a pending insight waits for its upload. Its size is known once it was accepted. */
  async function isUploadAwaited(key: string, signal: AbortSignal): Promise<boolean> {
    return (await insights.status(key, { include, signal })).size_bytes === null
  }
}

async function adopt(
  journal: Pick<Journal, 'write'>,
  { externalId, as, sourcePath, bytes }: KnownVersion,
  { key, state }: FoundRecord,
): Promise<void> {
  const id = randomUUID()
  const nowhere = { path: '', print: '', mtime: '' }
  await journal.write({ do: 'begin', id, as, bytes, externalId, sourcePath, ...nowhere })
  await journal.write({ do: 'key', id, key })
  await journal.write({ do: 'sent', id })
  await journal.write({ do: 'accepted', id })
  if (state === 'failed') await journal.write({ do: 'end', id, state, reason: 'failed in an earlier sync' })
  if (state === 'completed') await journal.write({ do: 'end', id, state })
}
