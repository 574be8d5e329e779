/** Sends a file with curl by each route into the store: as a form or in parts, straight to the store or through the gateway. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStore } from '../../packages/server/src/app/open-store.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import type { ObjectStore } from '../../packages/server/src/platform/object-store/object-store.ts'
import { MiB, secondsSince, sendByCurl } from './upload-target.ts'

const exec = promisify(execFile)
const partBytes = 16 * MiB
const connections = '4'
const contentType = 'video/mp4'

interface Sample {
  folder: string
  path: string
  fileBytes: number
}

/** The store as an api with this setting would describe uploads to it. */
export const storeWith = (env: Record<string, string>, INLET_GATEWAY: 'always' | 'never') =>
  openStore(readConfig({ ...env, INLET_GATEWAY }))

const newKey = () => `incoming/bench-${randomUUID()}`

export async function sendForm(store: ObjectStore, { path, fileBytes }: Sample): Promise<number> {
  const key = newKey()
  const seconds = await sendByCurl(await store.presignUpload({ key, maxBytes: fileBytes, contentType }), path)
  await removeStored(store, key, fileBytes)
  return seconds
}

/** Splits the file, because curl cannot send a range of one. */
export async function splitIntoParts({ folder, path, fileBytes }: Sample) {
  const options = ['--bytes', String(partBytes), '--suffix-length', '4', '--numeric-suffixes']
  await exec('split', [...options, path, join(folder, 'part-')])
  return Array.from({ length: Math.ceil(fileBytes / partBytes) }, (_, i) => ({
    number: i + 1,
    bytes: Math.min(partBytes, fileBytes - i * partBytes),
    path: join(folder, `part-${String(i).padStart(4, '0')}`),
  }))
}

type Parts = Awaited<ReturnType<typeof splitIntoParts>>

export async function sendParts(store: ObjectStore, sample: Sample, parts: Parts): Promise<number> {
  const key = newKey()
  const upload = { key, uploadId: await store.createUpload(key, contentType) }
  const { urls } = await store.presignParts(upload, parts)
  const config = join(sample.folder, 'curl.conf')
  const lines = parts.map(
    ({ path }, i) => `upload-file = "${path}"\nurl = "${urls[i] ?? ''}"\noutput = "/dev/null"`,
  )
  await writeFile(config, lines.join('\n'))
  const startedAt = performance.now()
  await exec('curl', ['-sf', '--parallel', '--parallel-max', connections, '--config', config])
  await store.assembleParts(upload, (await store.listParts(upload)) ?? [])
  const seconds = secondsSince(startedAt)
  await removeStored(store, key, sample.fileBytes)
  return seconds
}

/** So that the disk does not fill up. */
async function removeStored(store: ObjectStore, key: string, fileBytes: number): Promise<void> {
  if ((await store.head(key))?.bytes !== fileBytes) throw new Error('The file was not stored.')
  await store.remove([key])
}
