/** Worker processes that are killed while they import a bundle. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { bundlesOf, comparable, downloadVolumes } from '../../../test/harness/bundles.ts'
import { exportNow, exportsOf, unpack } from '../../../test/harness/exports.ts'
import { rounds } from '../../../test/harness/full.ts'
import { generateProject } from '../../../test/harness/generated-projects.ts'
import { fetchToken, findKeyId, makeKey } from '../../../test/harness/people.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { insertReadFile, makeProject, makeReaders } from '../../../test/harness/reading.ts'
import { checkStore } from '../maintenance/bucket/check-store.ts'

const kills = rounds(3, 20)
/** Each file has an original and a viewer. */
const fileCount = 2 * kills + 6

let app: TestApp
let worker: ReturnType<typeof startWorkerProcess> | undefined
beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000', INLET_RATE_LIMIT_PER_MINUTE: '1000' })
}, 120_000)
afterAll(async () => {
  if (worker) await stopProcess(worker)
  await app.close()
}, 120_000)

it(
  `imports one complete project although its worker is killed ${kills} times`,
  async () => {
    const { ada } = await makeReaders(app)
    const credentials = await makeKey(app.deps, ada.user)
    const token = await fetchToken(app.url, credentials)
    const projectId = await makeProject(ada, 2)
    const keyId = await findKeyId(app.deps, credentials)
    await generateProject(app, { projectId, by: ada.user, keyId }, 3)
    for (let i = 0; i < fileCount; i += 1)
      await insertReadFile(
        app,
        { projectId, by: ada.user },
        { pages: [`Page ${i}`], content: 'x'.repeat(500_000 + i) },
      )
    const exporting = exportsOf(app, token)
    const exportKey = await exporting.begin(projectId)
    await exportNow(app.deps, exportKey, { volumeMb: 4 })
    const source = await unpack(await exporting.read(exportKey))
    // Only the import is left to the workers.
    await sql`delete from job.job`.execute(app.deps.db)
    const api = bundlesOf(app, token)
    const key = await api.begin(await downloadVolumes(source.export))
    const countObjects = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(object_key) as n from bundle_entry e join bundle b on b.id = e.bundle_id
        where b.key = ${key}`.execute(app.deps.db)
      return rows[0]?.n ?? 0
    }
    const countProjects = async () => {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from project where team_id = ${ada.user.team_id}`.execute(app.deps.db)
      return rows[0]?.n ?? 0
    }
    const projects = await countProjects()
    let stored = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      worker = startWorkerProcess(app.databaseUrl)
      const before = stored
      await waitFor(async () => (await countObjects()) > before, 90_000, 5)
      await sleep(Math.random() * 30)
      await stopProcess(worker, 'SIGKILL')
      stored = await countObjects()
      expect(stored).toBeGreaterThan(before)
      expect(await countProjects()).toBe(projects)
    }
    worker = startWorkerProcess(app.databaseUrl)
    let status = await api.status(key, '?wait=45')
    while (status.status === 'processing') status = await api.status(key, '?wait=45')
    expect(status).toMatchObject({ status: 'completed' })
    expect(await countProjects()).toBe(projects + 1)
    await stopProcess(worker)
    const again = await exporting.begin(status.project_id ?? 0)
    await exportNow(app.deps, again, { volumeMb: 4 })
    const restored = comparable(await unpack(await exporting.read(again)))
    expect([...restored]).toEqual([...comparable(source)])
    const check = await checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 10 })
    expect(check.found.filter(({ owner }) => owner?.startsWith('bundle'))).toEqual([])
  },
  180_000 + kills * 40_000,
)
