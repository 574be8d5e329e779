/** Stores originals and derived files of the volumes as objects. Each commits, so that a restarted job goes on after it. */
import { inTransaction } from '../../platform/db/database.ts'
import { type BundleFile, listBundleFiles, saveEntryObject } from '../bundles/bundles.public.ts'
import { contentTypeOf, keepObjects, newAcceptedKey, trashUnlessKept } from '../uploads/uploads.public.ts'
import { derivedTypeOf, nameOf, objectRoles } from './bundle.policy.ts'
import { type BundleImport, readBundleFile, volumeReaders } from './bundle-import.ts'

const filesAtOnce = 500

export async function storeObjects(
  run: BundleImport,
  { fileCount, onFraction }: { fileCount: number; onFraction: (fraction: number) => void },
): Promise<void> {
  const { deps, bundle } = run
  const readerOf = volumeReaders(run)
  for (let after = 0; ; ) {
    const files = await listBundleFiles(deps.db, bundle.id, { after, roles: objectRoles, limit: filesAtOnce })
    for (const file of files) {
      if (file.objectKey === null) await storeObject(run, file, readBundleFile(readerOf, file))
      onFraction(file.number / Math.max(fileCount, 1))
    }
    const last = files.at(-1)
    if (!last || files.length < filesAtOnce) return
    after = last.number
  }
}

export async function storeObject(
  { deps, bundle, attempt }: BundleImport,
  file: BundleFile,
  content: AsyncGenerator<Uint8Array>,
): Promise<void> {
  attempt.signal.throwIfAborted()
  const key = newAcceptedKey()
  await trashUnlessKept(deps.db, [key])
  const name = nameOf(file.path)
  const contentType = file.role === 'original' ? contentTypeOf(name) : derivedTypeOf(name)
  await deps.store.writeStream(key, content, { contentType })
  const object = await deps.store.head(key)
  if (object?.bytes !== file.bytes) throw new Error('An object differs from what was written.')
  await inTransaction(deps.db, async (tx) => {
    await saveEntryObject(tx, bundle.id, file.number, object)
    await keepObjects(tx, [key])
    await attempt.advance(tx)
  })
}
