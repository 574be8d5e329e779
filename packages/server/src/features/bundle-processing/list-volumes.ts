/** Lists the files of every volume in the database; a listed volume is not read again. */
import { inTransaction } from '../../platform/db/database.ts'
import { insertPackedFiles, markVolumeListed } from '../bundles/bundles.public.ts'
import { bundleFault } from './bundle-fault.ts'
import type { BundleImport } from './bundle-import.ts'
import { openVolume } from './volume-reader.ts'

const filesAtOnce = 1_000

export async function listVolumes(
  { deps, bundle, volumes, attempt }: BundleImport,
  onFraction: (fraction: number) => void,
): Promise<void> {
  for (const [i, volume] of volumes.entries()) {
    if (volume.is_listed) continue
    const files = await openVolume(deps.store, volume, attempt.signal).listFiles()
    await inTransaction(deps.db, async (tx) => {
      for (let from = 0; from < files.length; from += filesAtOnce) {
        const batch = files.slice(from, from + filesAtOnce)
        const [repeated] = await insertPackedFiles(tx, bundle.id, volume.number, batch)
        if (repeated !== undefined) throw bundleFault('duplicate_entry', repeated)
      }
      await markVolumeListed(tx, bundle.id, volume.number)
      await attempt.advance(tx)
    })
    onFraction((i + 1) / volumes.length)
  }
}
