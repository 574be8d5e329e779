/** Worker processes that are killed while they export. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectExport } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { exportsOf, unpack } from '../../../test/harness/exports.ts'
import { rounds } from '../../../test/harness/full.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { insertReadFile } from '../../../test/harness/reading.ts'
import { checkStore } from '../maintenance/bucket/check-store.ts'

const kills = rounds(3, 20)
const fileCount = kills + 6
const contentOf = (i: number) => Buffer.alloc(800_000, `file ${i} `).toString()

let app: TestApp
let worker: ReturnType<typeof startWorkerProcess> | undefined
beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
}, 120_000)
afterAll(async () => {
  if (worker) await stopProcess(worker)
  await app.close()
}, 120_000)

it(
  `writes one complete bundle although its worker is killed ${kills} times`,
  async () => {
    const { token, user } = await makeCaller(app)
    const made = await fetch(`${app.url}/api/v1/developer/import/projects/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Killed' }),
    })
    const { id: projectId } = (await made.json()) as { id: number }
    const files: string[] = []
    for (let i = 0; i < fileCount; i += 1)
      files.push(
        await insertReadFile(
          app,
          { projectId, by: user },
          { pages: [`Page of ${i}`], content: contentOf(i) },
        ),
      )
    const api = exportsOf(app, token)
    const key = await api.begin(projectId, { contents: ['originals'] })
    const countVolumes = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from export_volume v join project_export x on x.id = v.export_id
        where x.key = ${key}`.execute(app.deps.db)
      return rows[0]?.n ?? 0
    }
    const start = () => startWorkerProcess(app.databaseUrl, { INLET_EXPORT_VOLUME_MB: '1' })
    for (let kill = 1; kill <= kills; kill += 1) {
      worker = start()
      // Each attempt writes a volume at least, and is killed while it writes another one.
      await waitFor(async () => (await countVolumes()) >= kill, 90_000, 5)
      await sleep(Math.random() * 30)
      await stopProcess(worker, 'SIGKILL')
      expect(await countVolumes()).toBeLessThan(fileCount)
    }
    const asOf = (await api.read(key)).as_of
    worker = start()
    let one: ProjectExport = await api.read(key, '?wait=45')
    while (one.status === 'processing') one = await api.read(key, '?wait=45')
    expect(one).toMatchObject({ status: 'completed', as_of: asOf })
    const { paths, manifest, text } = await unpack(one)
    expect(manifest.omitted['missing_objects']).toBe(0)
    expect(paths).toEqual(
      [
        'participants.ndjson',
        'project.json',
        ...files.flatMap((file) =>
          ['file.json', 'original.pdf', 'pages.ndjson', 'state.json'].map((name) => `files/${file}/${name}`),
        ),
      ].sort(),
    )
    for (const [i, file] of files.entries()) expect(text(`files/${file}/original.pdf`)).toBe(contentOf(i))
    // Volumes that were not finished are marked for deletion, and so is nothing else.
    const check = await checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 10 })
    expect(check.found.filter(({ owner }) => owner === 'export_volume.volume_key')).toEqual([])
    const events = await sql`
      select from event_outbox where type = 'export.completed' and data ->> 'export_key' = ${key}
      union all select from event where type = 'export.completed' and data ->> 'export_key' = ${key}`.execute(
      app.deps.db,
    )
    expect(events.rows).toHaveLength(1)
  },
  120_000 + kills * 40_000,
)
