/**
 * Throughput of the SDK's upload of a large file as a ratio to `curl -F` of the same file to the same store, which
 * keeps its objects on disk, and the peak memory of the uploading process.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStore } from '../packages/server/src/app/open-store.ts'
import { readConfig } from '../packages/server/src/platform/config/config.ts'
import { prepareBucket } from '../packages/server/src/platform/object-store/bucket.ts'
import type { ObjectStore } from '../packages/server/src/platform/object-store/object-store.ts'
import { median } from './lib/probe.ts'
import { MiB, sendByCurl, withServicesOnDisk } from './lib/upload-target.ts'

const exec = promisify(execFile)
const fileBytes = Number(process.env['BENCH_BYTES'] ?? 2048 * MiB)
const rounds = 5

interface Sent {
  seconds: number
  peakMiB: number
}

async function sendBare(store: ObjectStore, path: string): Promise<Sent> {
  return { seconds: await sendByCurl(await describe(store), path), peakMiB: 0 }
}

/** In its own process, so that its memory is that of the upload alone. */
async function sendOurs(store: ObjectStore, path: string): Promise<Sent> {
  const child = join(import.meta.dirname, 'lib/upload-child.ts')
  const { stdout } = await exec(process.execPath, [child, JSON.stringify(await describe(store)), path])
  return JSON.parse(stdout) as Sent
}

function describe(store: ObjectStore) {
  return store.presignUpload({ key: 'incoming/bench', maxBytes: fileBytes, contentType: 'video/mp4' })
}

async function measure(env: Record<string, string>, { path }: { path: string }): Promise<void> {
  const config = {
    INLET_PUBLIC_URL: 'http://127.0.0.1',
    INLET_SECRET: 'only-for-the-measurement-0000000000',
  }
  const store = openStore(readConfig({ ...env, ...config }))
  await prepareBucket(store, ['*'])
  await sendBare(store, path)
  const bare: Sent[] = []
  const ours: Sent[] = []
  // Alternating, so that other load on the machine affects both sides alike.
  for (let i = 0; i < rounds; i += 1) {
    bare.push(await sendBare(store, path))
    ours.push(await sendOurs(store, path))
    console.log(
      `round ${i + 1}: curl_s=${bare.at(-1)?.seconds.toFixed(1)} sdk_s=${ours.at(-1)?.seconds.toFixed(1)}`,
    )
  }
  const seconds = (all: Sent[]) => median(all.map((one) => one.seconds))
  const peak = Math.max(...ours.map((one) => one.peakMiB))
  console.log(
    `uploads ratio=${(seconds(bare) / seconds(ours)).toFixed(2)} curl_MiBps=${(fileBytes / MiB / seconds(bare)).toFixed(0)} sdk_MiBps=${(fileBytes / MiB / seconds(ours)).toFixed(0)} bytes=${fileBytes} peak_rss_MiB=${Math.round(peak)}`,
  )
}

export const run = () => withServicesOnDisk(fileBytes, measure)
