/** Operator commands on objects while imports run: fsck, gc, backup, restore. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminJson, runAdmin } from '../../../../test/harness/admin.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { testEnv } from '../../../../test/harness/config.ts'
import { createEmptyDatabase } from '../../../../test/harness/database.ts'
import { isFull, rounds } from '../../../../test/harness/full.ts'
import { startImportApp } from '../../../../test/harness/import-app.ts'
import {
  beginImport,
  completeImport,
  type Import,
  readOutcome,
  readText,
  uploadTo,
  waitForFinal,
} from '../../../../test/harness/imports.ts'
import { listAll, makeBucket, type OwnBucket } from '../../../../test/harness/own-bucket.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../../../test/harness/processes.ts'
import { beginSurvey, postSurvey, sendParts, surveyStatus } from '../../../../test/harness/survey-uploads.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { mapBounded } from '../../../platform/map-bounded.ts'
import { collectGarbage, ForeignBucket } from '../garbage-collection/collect-garbage.ts'
import { checkStore } from './check-store.ts'
import { owningColumns, uploadColumns } from './owned-objects.repo.ts'

let bucket: OwnBucket
let app: TestApp
let worker: ReturnType<typeof startWorkerProcess>
let token: string
let projectId: number
beforeAll(async () => {
  bucket = await makeBucket()
  ;({ app, token, projectId } = await startImportApp({ S3_BUCKET: bucket.name }))
  worker = startWorkerProcess(app.databaseUrl, { S3_BUCKET: bucket.name })
}, 120_000)
afterAll(async () => {
  await stopProcess(worker)
  await app.close()
  await bucket.remove()
}, 120_000)

const env = () => testEnv(app.databaseUrl, { S3_BUCKET: bucket.name })
const fsck = () => checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 100 })

async function importText(text: string, kind: 'insights' | 'files' = 'insights'): Promise<Import> {
  const begun = await beginImport(app.url, token, projectId, kind, 'text.txt')
  await uploadTo(begun, text)
  expect(await completeImport(app.url, token, begun)).toBeLessThan(300)
  return begun
}

describe('object ownership', () => {
  it('covers every column that stores an object key', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name like '%\_key'
        and column_name not in ('idempotency_key') and table_name <> 'object_trash'`.execute(app.deps.db)
    const known = [...owningColumns, ...uploadColumns].map(({ table, column }) => `${table}.${column}`)
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
  })
})

describe('gc', () => {
  const collect = (overrides: Partial<Parameters<typeof collectGarbage>[0]> = {}) =>
    collectGarbage({
      ...app.deps,
      abandonedAfterHours: 24,
      orphansAfterHours: 0,
      isDryRun: false,
      isForced: true,
      ...overrides,
    })

  it('collects abandoned uploads in batches, and lists them in a dry run', async () => {
    const count = rounds(200, 1_000)
    const { rows } = await sql<{ upload_key: string }>`
      insert into file (team_id, project_id, created_by, name, extension, kind, upload_key, created_at)
      select team_id, id, owner_id, 'left.txt', 'txt', 'document', 'incoming/' || gen_random_uuid(), now() - interval '25 hours'
      from project, generate_series(1, ${count}) where id = ${projectId} returning upload_key`.execute(
      app.deps.db,
    )
    await mapBounded(rows, 16, ({ upload_key }) =>
      app.deps.store.write(upload_key, Buffer.from('left'), { contentType: 'text/plain', bytes: 4 }),
    )
    expect(await collect({ isDryRun: true })).toMatchObject({ abandonedUploads: count, removedObjects: 0 })
    expect(await listAll(app.deps.store)).toHaveLength(count)
    expect(await collect()).toMatchObject({ abandonedUploads: count, removedObjects: count })
    process.stdout.write(`collector abandoned=${count} collected=${count}\n`)
    expect(await listAll(app.deps.store)).toHaveLength(0)
  })

  it('collects orphaned objects, and refuses a bucket that another deployment uses', async () => {
    const orphan = `derived/${randomUUID()}/viewer.pdf`
    await app.deps.store.write(orphan, Buffer.from('x'), { contentType: 'application/pdf', bytes: 1 })
    await expect(collect({ orphansAfterHours: 168, isForced: false })).rejects.toThrow(ForeignBucket)
    expect(await fsck()).toMatchObject({
      differences: 1,
      orphans: 1,
      found: [{ kind: 'orphan', key: orphan }],
    })
    expect(await collect()).toMatchObject({ orphans: 1, orphanBytes: 1 })
    expect(await app.deps.store.head(orphan)).toBeNull()
  })

  it('deletes nothing acknowledged while imports run', {
    timeout: isFull ? 3_600_000 : 120_000,
  }, async () => {
    const acknowledged: Import[] = []
    let given = 0
    /** Old enough to count as abandoned between initialize and complete. */
    async function raceOne(): Promise<void> {
      const begun = await beginImport(
        app.url,
        token,
        projectId,
        Math.random() < 0.5 ? 'files' : 'insights',
        'race.txt',
      )
      if (begun.key === '') return
      await uploadTo(begun, `race ${begun.key}`)
      const table = begun.kind === 'files' ? 'file' : 'insight'
      const aging = sleep(Math.random() * 20).then(() =>
        sql`update ${sql.table(table)} set created_at = created_at - interval '25 hours' where key = ${begun.key}`.execute(
          app.deps.db,
        ),
      )
      await sleep(Math.random() * 20)
      const status = await completeImport(app.url, token, begun)
      await aging
      given += 1
      if (status < 300) acknowledged.push(begun)
      else expect([400, 404, 429]).toContain(status)
    }
    const times = rounds(10, 500)
    let round = 0
    // The collector wins most races on a busy machine; the test proves nothing until it loses some.
    for (; round < times || acknowledged.length < 4; round += 1) {
      await Promise.all([
        raceOne(),
        raceOne(),
        raceOne(),
        collect(),
        sleep(Math.random() * 30).then(() => collect()),
      ])
    }
    // fsck covers the uploads of unprocessed records and the results of processed ones.
    const outcomes = await Promise.all(acknowledged.map((one) => readOutcome(app.deps.db, one)))
    expect(outcomes.filter(({ state }) => !['processing', 'completed'].includes(state))).toEqual([])
    const { differences, missing } = await fsck()
    process.stdout.write(
      `collector race rounds=${round} imports=${given} acknowledged=${acknowledged.length} missing=${missing} differences=${differences}\n`,
    )
    expect({ differences, missing }).toEqual({ differences: 0, missing: 0 })
    await sql`delete from job.job where name in ('process-file', 'process-insight')`.execute(app.deps.db)
  })
})

describe('fsck', () => {
  it('reports missing, changed and orphaned objects', { timeout: 240_000 }, async () => {
    const [lost, changed] = [await importText('lost'), await importText('changed')]
    await waitForFinal(app.deps.db, [lost], 200_000)
    const keyOf = async (one: Import) => (await readOutcome(app.deps.db, one)).object_key ?? ''
    const [lostKey, changedKey] = [await keyOf(lost), await keyOf(changed)]
    await app.deps.store.remove([lostKey])
    await app.deps.store.write(changedKey, Buffer.from('other'), { contentType: 'text/plain', bytes: 5 })
    await app.deps.store.write('accepted/nobodys', Buffer.from('x'), { contentType: 'text/plain', bytes: 1 })
    const ended = await runAdmin(env(), 'fsck', '--json')
    expect(ended.code).toBe(1)
    const found = JSON.parse(ended.out) as { differences: number; found: { kind: string; key: string }[] }
    expect(found.differences).toBe(3)
    expect(new Set(found.found.map(({ kind, key }) => `${kind} ${key}`))).toEqual(
      new Set([`missing ${lostKey}`, `wrong_size ${changedKey}`, 'orphan accepted/nobodys']),
    )
    await app.deps.store.remove(['accepted/nobodys', changedKey])
    await sql`delete from insight where key in (${lost.key}, ${changed.key})`.execute(app.deps.db)
    await sql`
      with gone as (delete from extraction x where not exists (select from insight where extraction_id = x.id)
        and not exists (select from file where extraction_id = x.id) returning viewer_key, thumbnail_key)
      insert into object_trash select unnest(array[viewer_key, thumbnail_key]), now() from gone`.execute(
      app.deps.db,
    )
    expect((await runAdmin(env(), 'fsck')).code).toBe(0)
  })
})

describe('backup and restore', () => {
  it('restores every acknowledged import into an empty database and an empty bucket', {
    timeout: 480_000,
  }, async () => {
    const imports = await Promise.all(['one', 'two', 'three'].map((text) => importText(`kept ${text}`)))
    const survey = await beginSurvey(app.url, token, projectId, { num_parts: 2 })
    await sendParts(survey.upload_urls)
    await postSurvey(app.url, token, `${survey.upload_key}/complete`)
    await waitForFinal(app.deps.db, imports.slice(0, 1), 200_000)
    await waitFor(
      async () => (await surveyStatus(app.url, token, survey.upload_key)).status === 'COMPLETED',
      200_000,
    )
    const waiting = await beginImport(app.url, token, projectId, 'files', 'waiting.txt')
    await uploadTo(waiting, 'not completed yet')

    const dir = join(await mkdtemp(join(tmpdir(), 'inlet-backup-')), 'backup')
    const isOver = new AbortController()
    const racing = keepImporting(isOver.signal)
    const made = await adminJson<{ objects: number; acknowledged: number }>(env(), 'backup', dir)
    isOver.abort()
    await racing
    const refused = await Promise.all([runAdmin(env(), 'backup', dir), runAdmin(env(), 'restore', dir)])
    for (const { code, err } of refused)
      expect([code, err]).toEqual([1, expect.stringContaining('not empty')])

    const target = await createEmptyDatabase()
    const other = await makeBucket()
    const otherEnv = testEnv(target.url, { S3_BUCKET: other.name })
    expect((await runAdmin({ ...otherEnv, INLET_SECRET: 'y'.repeat(32) }, 'restore', dir)).err).toContain(
      'INLET_SECRET',
    )
    expect(await adminJson(otherEnv, 'restore', dir)).toMatchObject({ differences: 0, objects: made.objects })
    process.stdout.write(`backup objects=${made.objects} restored with differences=0\n`)
    expect((await runAdmin(otherEnv, 'fsck')).code).toBe(0)

    const restored = openDatabase({
      url: target.url,
      poolSize: 2,
      applicationName: 'test',
      profile: 'admin',
      onError: () => {},
    })
    for (const one of imports) {
      const [before, after] = [await readOutcome(app.deps.db, one), await readOutcome(restored.db, one)]
      expect(after.object_key).toBe(before.object_key)
      expect(await digest(other, after.object_key)).toBe(await digest(bucket, before.object_key))
    }
    const processed = await readOutcome(restored.db, imports[0] ?? waiting)
    expect(processed.state).toBe('completed')
    expect(await readText(restored.db, processed.extraction_id ?? 0)).toContain('kept one')
    const { rows } = await sql<{ n: number }>`select count(*) as n from response`.execute(restored.db)
    expect(rows).toEqual([{ n: 2 }])
    expect(await digest(other, waiting.descriptor.upload_fields['key'] ?? '')).not.toBeNull()
    await restored.close()

    await writeFile(join(dir, 'objects.jsonl'), 'tampered\n')
    expect((await runAdmin(otherEnv, 'restore', dir)).err).toContain('damaged')
    await target.drop()
    await other.remove()
    await rm(join(dir, '..'), { recursive: true })
  })

  async function keepImporting(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await importText(`racing ${Date.now()}`)
  }

  async function digest({ store }: OwnBucket, key: string | null): Promise<string | null> {
    const object = key === null ? null : await store.open(key)
    return (
      object &&
      createHash('sha256')
        .update(await buffer(object.body))
        .digest('hex')
    )
  }
})
