/** Where the files of a volume come from: the local disk, or the object store. */
import type { Readable } from 'node:stream'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { listPendingEntries, type PendingEntry } from '../exports/exports.public.ts'
import type { Spool, SpooledFile } from './spool.ts'
import type { VolumeSource, VolumeSources } from './write-volume.ts'

/** Of an object, the entry that names it. */
type ExportSource = VolumeSource & { object?: PendingEntry }

export interface ExportSources extends VolumeSources {
  next(): Promise<ExportSource | undefined>
}

export function spooledSources(store: ObjectStore, spool: Spool): ExportSources {
  async function* all() {
    for await (const file of spool.files()) yield fromDisk(file)
    for await (const entry of spool.objects()) yield fromStore(store, entry)
  }
  return withPushBack(all())
}

const entriesAtOnce = 1_000

/** Objects that are listed in the database. A finished volume is not read again. */
export function pendingSources(
  { db, store }: { db: Db; store: ObjectStore },
  exportId: number,
): ExportSources {
  async function* all() {
    for (let after = 0; ; ) {
      const entries = await listPendingEntries(db, exportId, after, entriesAtOnce)
      for (const entry of entries) yield fromStore(store, entry)
      const last = entries.at(-1)
      if (!last || entries.length < entriesAtOnce) return
      after = last.number
    }
  }
  return withPushBack(all())
}

/** The objects that are in no volume, in batches. */
export async function* remainingObjects(sources: ExportSources): AsyncGenerator<PendingEntry[]> {
  let entries: PendingEntry[] = []
  for (;;) {
    const source = await sources.next()
    if (source?.object) entries.push(source.object)
    if (entries.length > 0 && (!source || entries.length === entriesAtOnce)) {
      yield entries
      entries = []
    }
    if (!source) return
  }
}

/** Lets the last one be put back. */
export function withPushBack(all: AsyncGenerator<ExportSource>): ExportSources {
  let returned: ExportSource | undefined
  return {
    async next() {
      const source = returned
      returned = undefined
      if (source) return source
      const next = await all.next()
      return next.done === true ? undefined : next.value
    },
    unread(source) {
      returned = source
    },
  }
}

export const fromDisk = ({ open, bytes, ...head }: SpooledFile): ExportSource => ({
  ...head,
  open: async () => ({ bytes, read: async () => open() }),
})

function fromStore(store: ObjectStore, entry: PendingEntry): ExportSource {
  const { source, ...head } = entry
  return {
    ...head,
    object: entry,
    async open(signal) {
      const object = await store.head(source)
      return (
        object && { bytes: object.bytes, read: (): Promise<Readable | null> => store.read(object, signal) }
      )
    },
  }
}
