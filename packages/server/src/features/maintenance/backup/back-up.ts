/**
 * Backs up database and objects while the service runs. The object list and the dump come from one snapshot, and no
 * object is deleted until all are copied, so the backup contains every object that the dump references. Owned objects
 * never change, so it does not matter when they are copied, and the snapshot ends with the dump.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { DeploymentSecrets } from '../../../platform/auth/deployment-secrets.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { mapBounded } from '../../../platform/map-bounded.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { holdRemovals, releaseRemovals } from '../../uploads/uploads.public.ts'
import type { OnProgress } from '../bucket/list-bucket.ts'
import {
  type DatabaseContent,
  describeContent,
  exportSnapshot,
  liftIdleTimeout,
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
  secrets: Pick<DeploymentSecrets, 'marks'>
  dir: string
  onProgress?: OnProgress
}

const copiesAtOnce = 8
const listBatch = 1_000
/** Readable only by the owner, because the backup contains research data. */
const dirMode = 0o700
const fileMode = 0o600

export function backUp(request: BackUp): Promise<BackupHead> {
  // This connection blocks deletions; another holds the snapshot.
  return request.db.connection().execute(async (connection) => {
    await claimDir(request.dir)
    await holdRemovals(connection)
    try {
      const content = await dumpAndList(request)
      const copied = await copyObjects(request)
      return await writeHead(request, { ...content, ...copied })
    } finally {
      await releaseRemovals(connection)
    }
  })
}

/**
 * The snapshot ends here, before the objects are copied: copying may take hours, and meanwhile PostgreSQL could not
 * remove any row that was deleted after the snapshot.
 */
function dumpAndList(request: BackUp): Promise<DatabaseContent> {
  return inTransaction(request.db, async (tx) => {
    const snapshot = await exportSnapshot(tx)
    const content = await describeContent(tx)
    // The dump runs in a session of its own, so this one is idle meanwhile.
    await liftIdleTimeout(tx)
    await dump(request, snapshot)
    await openObjectsToCopy(tx)
    await writeList(listPath(request), () => nextObjectsToCopy(tx))
    return content
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

/** The keys to copy, in a file: there may be millions. */
const listPath = ({ dir }: BackUp) => join(dir, 'objects.todo')

async function writeList(path: string, next: () => Promise<ObjectToCopy[]>): Promise<void> {
  const list = createWriteStream(path, { mode: fileMode })
  for (let some = await next(); some.length > 0; some = await next())
    for (const object of some) await writeLine(list, object)
  list.end()
  await finished(list)
}

async function* readList(path: string): AsyncGenerator<ObjectToCopy[]> {
  let batch: ObjectToCopy[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    batch.push(JSON.parse(line) as ObjectToCopy)
    if (batch.length < listBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function copyObjects(request: BackUp): Promise<{ objects: number; bytes: number }> {
  const { store, dir, onProgress } = request
  const manifest = createWriteStream(join(dir, manifestName), { mode: fileMode })
  let objects = 0
  let bytes = 0
  for await (const some of readList(listPath(request))) {
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
  await rm(listPath(request))
  return { objects, bytes }
}

async function writeLine(file: WriteStream, object: object): Promise<void> {
  if (!file.write(`${JSON.stringify(object)}\n`)) await new Promise((resolve) => file.once('drain', resolve))
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
    secretMark: secrets.marks[0] ?? '',
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
