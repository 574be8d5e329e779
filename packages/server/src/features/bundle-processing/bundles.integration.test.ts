/** What remains of an import: nothing of one that failed, and nothing of one whose project is erased. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesOf, makeExample } from '../../../../refi-qda/test/example.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { bundlesOf, importBundleNow } from '../../../test/harness/bundles.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { fetchToken, makeKey } from '../../../test/harness/people.ts'
import { makeReaders } from '../../../test/harness/reading.ts'
import { zipOf } from '../../../test/harness/zip.ts'
import { eraseProject } from '../maintenance/erasure/erase-project.ts'

let app: TestApp
let bucket: OwnBucket
let api: ReturnType<typeof bundlesOf>
beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name })
  const { ada } = await makeReaders(app)
  api = bundlesOf(app, await fetchToken(app.url, await makeKey(app.deps, ada.user)))
}, 120_000)
afterAll(async () => {
  await app.close()
  await bucket.remove()
})

async function importNow(archive: Buffer): Promise<string> {
  const key = await api.begin([archive])
  await importBundleNow(app.deps, key)
  return key
}

const countOf = async (key: string) =>
  (await sql`select from bundle where key = ${key}`.execute(app.deps.db)).rows.length

it('fails for what is no archive, and says so', async () => {
  const key = await importNow(Buffer.from('not a ZIP archive'))
  expect(await api.status(key)).toMatchObject({ status: 'failed', project_id: null })
})

it('is erased with its project, and with the names of what was not imported', async () => {
  const files = filesOf(makeExample()).map(([name, content]) => [name, Buffer.from(content)] as const)
  const key = await importNow(await zipOf(new Map(files)))
  const { status, project_id: projectId, unmatched } = await api.status(key)
  expect([status, unmatched?.length]).toEqual(['completed', expect.any(Number)])
  await eraseProject(app.deps, projectId ?? 0)
  expect(await countOf(key)).toBe(0)
})
