/** Directories of archives in the object store. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawZip } from '../../../../../acceptance/harness/zip.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { newAcceptedKey } from '../uploads/uploads.public.ts'
import { openVolume } from './volume-reader.ts'

let app: TestApp
let bucket: OwnBucket
beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name })
}, 120_000)
afterAll(async () => {
  await app.close()
  await bucket.remove()
})

it('keeps a limited part of the names in a directory', async () => {
  const nameChars = 60_000
  const entries = Array.from({ length: 800 }, (_, i) => ({
    path: `${i}`.padEnd(nameChars, 'x'),
    content: Buffer.alloc(0),
  }))
  const key = newAcceptedKey()
  await app.deps.store.writeStream(key, Readable.from([rawZip(entries)]), { contentType: 'application/zip' })
  const object = await app.deps.store.head(key)
  if (!object) throw new Error('The archive was not stored.')
  const volume = { number: 1, is_listed: false, object }
  const paths = await openVolume(app.deps.store, volume, AbortSignal.timeout(60_000)).listPaths()
  expect(paths.length).toBe(500)
})
