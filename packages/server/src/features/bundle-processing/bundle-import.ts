/** What the steps of an import share. */
import type { Database, Db } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { BundleFile, BundleToRun, BundleVolume } from '../bundles/bundles.public.ts'
import type { QuotaConfig } from '../team/team.public.ts'
import { bundleFault } from './bundle-fault.ts'
import { readVerified } from './read-verified.ts'
import { openVolume, type VolumeReader } from './volume-reader.ts'

export interface BundleImport {
  deps: {
    db: Db
    database: Pick<Database, 'pool'>
    store: ObjectStore
    enqueue: Enqueue
    config: QuotaConfig
  }
  bundle: BundleToRun
  volumes: readonly BundleVolume[]
  attempt: Attempt
}

/** Keeps one reader per volume, because each has a window. */
export function volumeReaders({ deps, volumes, attempt }: BundleImport): (number: number) => VolumeReader {
  const readers = new Map<number, VolumeReader>()
  return (number) => {
    const known = readers.get(number)
    if (known) return known
    const volume = volumes.find((one) => one.number === number)
    if (!volume) throw bundleFault('volume_changed', String(number))
    const reader = openVolume(deps.store, volume, attempt.signal)
    // The files of a volume follow each other, so the windows of others are no longer needed.
    readers.clear()
    readers.set(number, reader)
    return reader
  }
}

/** The content of a file of the bundle. Throws at its end unless it is what the manifest says. */
export const readBundleFile = (
  readerOf: (number: number) => VolumeReader,
  file: BundleFile,
): AsyncGenerator<Uint8Array> => readVerified(readerOf(file.volume).readFile(file), file)
