/** Writes the archive as the first volume. Files that do not fit follow in further ones, like objects of a bundle. */
import { inTransaction } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { insertPendingEntries, saveAsOf } from '../../exports/exports.public.ts'
import type { Spool, SpooledFile } from '../spool.ts'
import { type ExportSources, fromDisk, withPushBack } from '../volume-sources.ts'
import type { VolumeSource } from '../write-volume.ts'
import {
  type ExportRun,
  endVolume,
  saveVolume,
  writePendingVolumes,
  writeRunVolume,
} from '../write-volumes.ts'
import type { LocatedObject, LocatedObjects } from './locate-objects.ts'

interface Archive {
  /** `project.qde` */
  project: Spool
  texts: Spool
  located: LocatedObjects
}

export async function writeQdpxVolumes(run: ExportRun, archive: Archive): Promise<void> {
  const { deps, found, attempt } = run
  const { inside, outside } = archive.located
  const insideCount = archive.project.fileCount + archive.texts.fileCount + inside.length
  const total = insideCount + outside.length
  let done = 0
  const volume = await writeRunVolume(
    { ...run, maxBytes: Number.POSITIVE_INFINITY, maxEntries: Number.POSITIVE_INFINITY },
    {
      number: 1,
      sources: archiveSources(deps.store, archive),
      onEntry: () => run.onFraction(++done / total),
    },
  )
  const isLast = outside.length === 0
  await inTransaction(deps.db, async (tx) => {
    await saveVolume(tx, run, volume)
    await saveAsOf(tx, found.id, run.asOf)
    await insertPendingEntries(
      tx,
      found.id,
      outside.map(({ fileName, recordKey, source }, i) => ({
        number: insideCount + 1 + i,
        path: fileName,
        role: 'source',
        recordKey,
        source,
      })),
    )
    await endVolume(tx, run, { isLast })
  })
  attempt.log.info({ bytes: volume.bytes }, 'REFI-QDA archive written')
  if (isLast) return
  const counts = { volume_count: 1, entry_count: total, pending_count: outside.length }
  await writePendingVolumes({ ...run, found: { ...found, ...counts } })
}

function archiveSources(store: ObjectStore, { project, texts, located }: Archive): ExportSources {
  async function* all() {
    let number = 0
    const numbered = (file: SpooledFile) => fromDisk({ ...file, number: ++number })
    for await (const file of project.files()) yield numbered(file)
    for await (const file of texts.files()) yield numbered(file)
    for (const object of located.inside) yield fromStore(store, object, ++number)
  }
  return withPushBack(all())
}

/** `project.qde` names the file already, so the archive cannot be written without it; the job takes another snapshot. */
function fromStore(store: ObjectStore, object: LocatedObject, number: number): VolumeSource {
  const { fileName, recordKey, source } = object
  const gone = () => new Error(`The object of ${fileName} was deleted while the archive was written.`)
  return {
    number,
    path: `sources/${fileName}`,
    role: 'source',
    recordKey,
    async open(signal) {
      const head = await store.head(source)
      if (!head) throw gone()
      const read = async () => {
        const body = await store.read(head, signal)
        if (!body) throw gone()
        return body
      }
      return { bytes: head.bytes, read }
    },
  }
}
