/**
 * Restores a backup into an empty database and an empty bucket: objects first, then the database in one transaction.
 * After a crash the database is still empty, and `isResumed` continues with the missing objects.
 */
import { join } from 'node:path'
import type { DeploymentSecrets } from '../../../platform/auth/deployment-secrets.ts'
import { inCopySession } from '../../../platform/db/copy.ts'
import { type Database, inTransaction } from '../../../platform/db/database.ts'
import { mapBounded } from '../../../platform/map-bounded.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { adoptEtags, dropListing } from '../bucket/bucket-listing.repo.ts'
import { checkStore, type StoreCheck } from '../bucket/check-store.ts'
import { listBucket, type OnProgress } from '../bucket/list-bucket.ts'
import { isDatabaseEmpty } from './backup.repo.ts'
import {
  type BackupHead,
  type BackupObject,
  BadBackup,
  dumpName,
  manifestName,
  objectPath,
  readHead,
  readManifest,
  sha256Of,
} from './backup-files.ts'
import { runPostgresTool } from './postgres-tools.ts'

export interface RestoreBackup {
  database: Database
  databaseUrl: string
  store: ObjectStore
  secrets: Pick<DeploymentSecrets, 'marks'>
  dir: string
  /** Accepts objects of the backup that are already in the bucket. */
  isResumed: boolean
  /** The keys and tokens of the backup become invalid. */
  hasOtherSecret: boolean
  onProgress?: OnProgress
}

export interface Restored extends Pick<BackupHead, 'madeAt' | 'acknowledged' | 'objects' | 'bytes'> {
  check: StoreCheck
}

const objectsAtOnce = 8
const batchSize = 500

export async function restoreBackup(request: RestoreBackup): Promise<Restored> {
  const { database, store, dir } = request
  const head = await readHead(dir)
  await verifyFiles(request, head)
  await refuseUnlessEmpty(request)
  await putObjects(request)
  // One transaction, so that an error leaves the database empty.
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  const { databaseUrl } = request
  const target = `--dbname=${decodeURIComponent(new URL(databaseUrl).pathname.slice(1))}`
  await runPostgresTool('pg_restore', [...args, target, join(dir, dumpName)], databaseUrl)
  await inCopySession(database, async (session, copy) => {
    await listBucket(session, copy, store)
    await inTransaction(session, adoptEtags)
    await dropListing(session)
  })
  const { madeAt, acknowledged, objects, bytes } = head
  const check = await checkStore({ database, store, maxFound: 100 })
  return { madeAt, acknowledged, objects, bytes, check }
}

/** Verifies the backup before changing anything. */
async function verifyFiles({ dir, secrets, hasOtherSecret }: RestoreBackup, head: BackupHead): Promise<void> {
  if (!hasOtherSecret && !secrets.marks.includes(head.secretMark))
    throw new BadBackup(
      'INLET_SECRET differs from the one used for the backup, without which its API keys cannot be used. Set that secret as INLET_SECRET, or as INLET_SECRET_PREVIOUS if you have rotated it since. If it is lost, add --other-secret and create new keys afterwards.',
    )
  for (const [name, sha256] of [
    [dumpName, head.dumpSha256],
    [manifestName, head.manifestSha256],
  ] as const) {
    const found = await sha256Of(join(dir, name)).catch(() => undefined)
    if (found !== sha256) throw new BadBackup(`${name} is missing or damaged.`)
  }
  await eachBatch(readManifest(dir), async (objects) => {
    await mapBounded(objects, objectsAtOnce, async ({ key, sha256 }) => {
      const found = await sha256Of(objectPath(dir, key)).catch(() => undefined)
      if (found !== sha256) throw new BadBackup(`The object ${key} is missing from the backup or damaged.`)
    })
  })
}

async function refuseUnlessEmpty({ database, store, dir, isResumed }: RestoreBackup): Promise<void> {
  if (!(await isDatabaseEmpty(database.db)))
    throw new BadBackup('The database is not empty. Restore into a new database that has not been migrated.')
  const known = isResumed ? await keysOf(dir) : undefined
  for await (const page of store.list()) {
    const stranger = page.find(({ key }) => !known?.has(key))
    if (stranger)
      throw new BadBackup(
        isResumed
          ? `The bucket contains ${stranger.key}, which is not part of this backup.`
          : 'The bucket is not empty. Restore into a new one, or add --resume to continue an interrupted restore.',
      )
  }
}

async function keysOf(dir: string): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { key } of readManifest(dir)) keys.add(key)
  return keys
}

async function putObjects({ store, dir, isResumed, onProgress }: RestoreBackup): Promise<void> {
  let done = 0
  await eachBatch(readManifest(dir), async (objects) => {
    await mapBounded(objects, objectsAtOnce, async ({ key, bytes, contentType }) => {
      const there = isResumed ? await store.head(key) : null
      if (there?.bytes === bytes) return
      await store.writeFile({ key, path: objectPath(dir, key), contentType })
      const written = await store.head(key)
      if (written?.bytes !== bytes) throw new Error(`The object store did not store ${key}.`)
    })
    done += objects.length
    onProgress?.(done)
  })
}

async function eachBatch(
  objects: AsyncIterable<BackupObject>,
  work: (batch: BackupObject[]) => Promise<void>,
): Promise<void> {
  let batch: BackupObject[] = []
  for await (const object of objects) {
    batch.push(object)
    if (batch.length < batchSize) continue
    await work(batch)
    batch = []
  }
  if (batch.length > 0) await work(batch)
}
