/** Projects that are exported, imported into an empty Inlet with its own database and bucket, read there and exported again. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { bundlesOf, comparable, downloadVolumes, importBundleNow } from '../../../test/harness/bundles.ts'
import { type Bundle, exportNow, exportsOf, unpack } from '../../../test/harness/exports.ts'
import { rounds } from '../../../test/harness/full.ts'
import { generateProject } from '../../../test/harness/generated-projects.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { fetchToken, findKeyId, makeCaller, makeKey } from '../../../test/harness/people.ts'
import { readProject } from '../../../test/harness/project-reads.ts'
import { makeProject, makeReaders, type Readers } from '../../../test/harness/reading.ts'

const projects = rounds(3, 50)

let app: TestApp
let people: Readers
let token: string
let keyId: number
/** Another Inlet, which has nothing. */
let empty: TestApp
let bucket: OwnBucket
let receiver: string

beforeAll(async () => {
  const limits = { INLET_READ_RATE_LIMIT_PER_MINUTE: '10000', INLET_RATE_LIMIT_PER_MINUTE: '1000' }
  app = await startTestApp(limits)
  people = await makeReaders(app)
  const credentials = await makeKey(app.deps, people.ada.user)
  keyId = await findKeyId(app.deps, credentials)
  token = await fetchToken(app.url, credentials)
  bucket = await makeBucket()
  empty = await startTestApp({ ...limits, S3_BUCKET: bucket.name })
  receiver = (await makeCaller(empty)).token
}, 120_000)
afterAll(async () => {
  await app.close()
  await empty.close()
  await bucket.remove()
})

async function exported(from: TestApp, as: string, projectId: number): Promise<Bundle> {
  const api = exportsOf(from, as)
  const key = await api.begin(projectId)
  await exportNow(from.deps, key)
  return unpack(await api.read(key))
}

it(
  `EXP-10 restores ${projects} generated projects record by record`,
  async () => {
    const compared = { records: 0, answers: 0, originals: 0, entries: 0 }
    for (let seed = 1; seed <= projects; seed += 1) {
      const projectId = await makeProject(people.ada, 2)
      await generateProject(app, { projectId, by: people.ada.user, keyId }, seed)
      const source = await exported(app, token, projectId)
      expect(source.manifest.omitted['missing_objects']).toBe(0)
      const api = bundlesOf(empty, receiver)
      const key = await api.begin((await downloadVolumes(source.export)).reverse())
      await importBundleNow(empty.deps, key)
      const status = await api.status(key)
      expect(status).toMatchObject({ status: 'completed', progress: 100, error_reason: null })
      const copy = await exported(empty, receiver, status.project_id ?? 0)
      const [expected, restored] = [comparable(source), comparable(copy)]
      expect([...restored.keys()]).toEqual([...expected.keys()])
      for (const [path, content] of expected) expect([path, restored.get(path)]).toEqual([path, content])
      expect(copy.manifest.omitted).toEqual(source.manifest.omitted)
      const original = await readProject(app, token, projectId)
      const restoredReads = await readProject(empty, receiver, status.project_id ?? 0)
      expect([seed, restoredReads]).toEqual([seed, original])
      compared.records += new Set(source.manifest.entries.map(({ key: record }) => record)).size
      compared.answers += original.answers.length
      compared.originals += original.originals
      compared.entries += expected.size
    }
    expect(compared.originals).toBeGreaterThanOrEqual(projects)
    const totals = Object.entries(compared).map(([name, count]) => `${name}=${count}`)
    process.stdout.write(`round trip projects=${projects} ${totals.join(' ')} equal\n`)
  },
  60_000 + projects * 30_000,
)

it('EXP-10 leaves nothing to transcribe or convert, and indexes every text', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from job.job where state < 'active' order by name`.execute(empty.deps.db)
  const names = rows.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['index-notes', 'index-text']))
  expect(names.filter((name) => /process|transcribe|protect|import-survey|link/.test(name))).toEqual([])
})
