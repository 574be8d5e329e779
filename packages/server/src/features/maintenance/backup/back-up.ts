/**
 * Backs up database and objects while the service runs. The object list and the dump come from one snapshot, and no
 * object is deleted until all are copied, so the backup contains every object that the dump references. Owned objects
 * never change, so it does not matter when they are copied.
 */
import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { SecretBox } from '../../../platform/auth/secrets.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { mapBounded } from '../../../platform/map-bounded.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { holdRemovals, releaseRemovals } from '../../uploads/uploads.public.ts'
import type { OnProgress } from '../bucket/list-bucket.ts'
import {
  describeContent,
  exportSnapshot,
  nextObjectsToCopy,
  type ObjectToCopy,
  openObjectsToCopy,
} from './backup.repo.ts'
import {
  type BackupHead,
  type BackupObject,
  BadBackup,
  dumpName,
  headName,
  manifestName,
  objectPath,
  sha256Of,
} from './backup-files.ts'
import { runPostgresTool } from './postgres-tools.ts'

export interface BackUp {
  db: Db
  databaseUrl: string
  store: ObjectStore
  secrets: SecretBox
  dir: string
  onProgress?: OnProgress
}

const copiesAtOnce = 8
/** Readable only by the owner, because the backup contains research data. */
const dirMode = 0o700
const fileMode = 0o600

export function backUp(request: BackUp): Promise<BackupHead> {
  // One connection blocks deletions, another holds the snapshot.
  return request.db.connection().execute(async (connection) => {
    await claimDir(request.dir)
    await holdRemovals(connection)
    try {
      return await inTransaction(request.db, async (tx) => {
        const snapshot = await exportSnapshot(tx)
        const content = await describeContent(tx)
        await openObjectsToCopy(tx)
        const copied = await copyObjects(request, () => nextObjectsToCopy(tx))
        await dump(request, snapshot)
        return await writeHead(request, { ...content, ...copied })
      })
    } finally {
      await releaseRemovals(connection)
    }
  })
}

async function claimDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: dirMode })
  if ((await readdir(dir)).length > 0)
    throw new BadBackup(`${dir} is not empty. Specify a new or empty folder.`)
}

async function dump({ databaseUrl, dir }: BackUp, snapshot: string): Promise<void> {
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-unlogged-table-data']
  const file = join(dir, dumpName)
  await writeFile(file, '', { mode: fileMode })
  await runPostgresTool('pg_dump', [...args, `--snapshot=${snapshot}`, `--file=${file}`], databaseUrl)
}

async function copyObjects(
  { store, dir, onProgress }: BackUp,
  next: () => Promise<ObjectToCopy[]>,
): Promise<{ objects: number; bytes: number }> {
  const manifest = createWriteStream(join(dir, manifestName), { mode: fileMode })
  let objects = 0
  let bytes = 0
  for (let some = await next(); some.length > 0; some = await next()) {
    const copies = await mapBounded(some, copiesAtOnce, (object) => copyOne(store, dir, object))
    for (const copy of copies) {
      if (!copy) continue
      await writeLine(manifest, copy)
      objects += 1
      bytes += copy.bytes
    }
    onProgress?.(objects)
  }
  manifest.end()
  await finished(manifest)
  return { objects, bytes }
}

async function writeLine(manifest: WriteStream, copy: BackupObject): Promise<void> {
  if (!manifest.write(`${JSON.stringify(copy)}\n`))
    await new Promise((resolve) => manifest.once('drain', resolve))
}

/** Null for a missing upload. */
async function copyOne(
  store: ObjectStore,
  dir: string,
  { key, isRequired }: ObjectToCopy,
): Promise<BackupObject | null> {
  const object = await store.open(key)
  if (!object) {
    if (isRequired)
      throw new BadBackup(
        `The object ${key} is missing in the object store. Run "inlet-admin fsck" to see which record it belongs to.`,
      )
    return null
  }
  const path = objectPath(dir, key)
  await mkdir(dirname(path), { recursive: true, mode: dirMode })
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(object.body, count, createWriteStream(path, { mode: fileMode, flush: true }))
  if (bytes !== object.bytes) throw new Error(`The object store sent ${bytes} of ${object.bytes} bytes.`)
  return { key, bytes, sha256: hash.digest('hex'), contentType: object.contentType }
}

/** Written to a temporary file and renamed, so that it is complete or absent. */
async function writeHead(
  { dir, secrets }: BackUp,
  content: Pick<BackupHead, 'migrations' | 'acknowledged' | 'objects' | 'bytes'>,
): Promise<BackupHead> {
  const head: BackupHead = {
    format: 1,
    madeAt: new Date().toISOString(),
    secretMark: secretMark(secrets),
    ...content,
    dumpSha256: await sha256Of(join(dir, dumpName)),
    manifestSha256: await sha256Of(join(dir, manifestName)),
  }
  const draft = join(dir, `${headName}.draft`)
  await writeFile(draft, `${JSON.stringify(head, null, 2)}\n`, { mode: fileMode, flush: true })
  await rename(draft, join(dir, headName))
  const folder = await open(dir)
  await folder.sync()
  await folder.close()
  await rm(draft, { force: true })
  return head
}

export const secretMark = (secrets: SecretBox) =>
  secrets.fingerprint('backup', 'mark').toString('hex').slice(0, 16)
