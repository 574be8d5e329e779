/** Imports of bundles over HTTP, run in this process. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness/app.ts'
import { type BundleBench, startBundleBench } from '../../../test/harness/bundle-bench.ts'
import { bundlesOf, importBundleNow } from '../../../test/harness/bundles.ts'
import type { Bundle } from '../../../test/harness/exports.ts'
import { fetchToken, findKeyId, makeKey } from '../../../test/harness/people.ts'
import type { Readers } from '../../../test/harness/reading.ts'
import { soleAttempt } from '../../../test/harness/surveys.ts'
import { sweepBundles } from '../bundles/sweep-bundles.ts'
import { checkStore } from '../maintenance/bucket/check-store.ts'
import { emptyTrash } from '../uploads/uploads.public.ts'

let bench: BundleBench
let app: TestApp
let receiver: string
let source: Bundle
let volumes: Buffer[]
let people: Readers
let token: string

beforeAll(async () => {
  bench = await startBundleBench()
  ;({ app, receiver, source, volumes, people, token } = bench)
}, 120_000)
afterAll(() => bench.close())

/** Objects that neither belong to a record nor are marked for deletion. */
async function leftBehind(): Promise<unknown[]> {
  await emptyTrash(app.deps)
  const check = await checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 20 })
  return check.found.filter(({ kind }) => kind === 'orphan')
}

describe('the import of a bundle', () => {
  it('EXP-9 makes a private project of the user of the key, with events, an audit entry and storage', async () => {
    const api = bundlesOf(app, receiver)
    const { user } = people.stranger
    const used = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(object_bytes), 0)::bigint as bytes from file where team_id = ${user.team_id}`.execute(
        app.deps.db,
      )
      return rows[0]?.bytes ?? 0
    }
    const before = await used()
    const key = await api.begin(volumes, { name: ' Copy ' })
    await importBundleNow(app.deps, key)
    const { project_id, omitted } = await api.status(key)
    expect(omitted).toEqual(source.manifest.omitted)
    const { rows } = await sql<{ name: string; owner_id: number; share_preference: number; team_id: number }>`
      select name, owner_id, share_preference, team_id from project where id = ${project_id}`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([{ name: 'Copy', owner_id: user.id, share_preference: 1, team_id: user.team_id }])
    const sizes = source.manifest.entries.filter(
      ({ role, path }) => role === 'original' && path.startsWith('files/'),
    )
    expect((await used()) - before).toBe(sizes.reduce((sum, { size_bytes }) => sum + size_bytes, 0))
    const events = await sql<{ type: string }>`
      select type from (select type, project_id, number from event_outbox) e where project_id = ${project_id}
      order by number`.execute(app.deps.db)
    const types = events.rows.map(({ type }) => type)
    expect(types[0]).toBe('project.created')
    expect(types.at(-1)).toBe('bundle.completed')
    expect(new Set(types)).toEqual(
      new Set([
        'project.created',
        'bundle.completed',
        ...types.filter((type) => /^(file|insight|survey)\.(completed|failed|error)$/.test(type)),
      ]),
    )
    const audit = await sql<{ action: string }>`
      select action from audit_entry where subject = ${`bundle ${key}`} order by id`.execute(app.deps.db)
    expect(audit.rows.map(({ action }) => action)).toEqual(['bundles.request', 'bundles.complete'])
    expect(await leftBehind()).toEqual([])
  })

  it('EXP-9 starts once, and reports volumes that are missing', async () => {
    const api = bundlesOf(app, receiver)
    const begun = await api.initialize({ num_volumes: 2 })
    expect(begun).toMatchObject({ status: 'awaiting_upload', num_volumes: 2 })
    const refused = await api.complete(begun.bundle_key)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'upload_incomplete', missing_volumes: [1, 2] },
    ])
    const key = await api.begin(volumes)
    const again = await api.complete(key)
    expect([again.status, await again.json()]).toMatchObject([200, { bundle_key: key, status: 'processing' }])
    await importBundleNow(app.deps, key)
    const ended = await api.complete(key)
    expect([ended.status, await ended.json()]).toEqual([200, { bundle_key: key, status: 'completed' }])
  })

  it('EXP-9 resumes after the last stored object, wherever an attempt dies', async () => {
    const api = bundlesOf(app, receiver)
    const key = await api.begin(volumes)
    const objects = source.manifest.entries.filter(({ role }) =>
      ['original', 'viewer', 'thumbnail', 'rendition', 'poster', 'part'].includes(role),
    )
    let attempts = 0
    for (let isDone = false; !isDone; attempts += 1) {
      // Each attempt dies when its second commit should happen, and the last one when the import should end.
      let commits = 0
      const die = async () => {
        commits += 1
        if (commits === 2) throw new Error('killed')
      }
      const attempt = { ...soleAttempt(), advance: die, complete: die }
      isDone = await importBundleNow(app.deps, key, attempt).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed')
          return false
        },
      )
      const { status, project_id } = await api.status(key)
      expect([status, project_id !== null]).toEqual(isDone ? ['completed', true] : ['processing', false])
    }
    expect(attempts).toBeGreaterThanOrEqual(objects.length)
    expect(await leftBehind()).toEqual([])
  })

  it('takes volumes in parts', async () => {
    const api = bundlesOf(app, receiver)
    const { bundle_key: key } = await api.initialize({ num_volumes: 1 })
    const [content = Buffer.alloc(0)] = volumes
    const started = await api.call('POST', `${key}/volumes/1/upload`, {
      upload_type: 'multipart',
      size_bytes: content.length,
    })
    const { parts } = (await started.json()) as { parts: { upload_url: string; size_bytes: number }[] }
    expect(parts).toHaveLength(1)
    await fetch(parts[0]?.upload_url ?? '', { method: 'PUT', body: new Uint8Array(content) })
    expect(await (await api.call('GET', `${key}/volumes/1/upload`)).json()).toMatchObject({
      upload_type: 'multipart',
      received: [{ part_number: 1, size_bytes: content.length }],
    })
    expect((await api.complete(key)).status).toBe(202)
    await importBundleNow(app.deps, key)
    expect(await api.status(key)).toMatchObject({ status: 'completed' })
    for (const number of ['1', '2', '0', 'x'])
      expect((await api.call('GET', `${key}/volumes/${number}/upload`)).status).toBe(
        number === '1' ? 400 : 404,
      )
  })

  it('EXP-9 belongs to its key, and needs both scopes', async () => {
    const { bundle_key: key } = await bundlesOf(app, receiver).initialize({ num_volumes: 1 })
    const other = bundlesOf(app, token)
    for (const answer of [
      await other.call('GET', `${key}/status`),
      await other.complete(key),
      await other.call('GET', 'x/status'),
    ])
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'bundle_not_found' }])
    for (const scope of ['export:write', 'project:write'] as const) {
      const narrow = await fetchToken(
        app.url,
        await makeKey(app.deps, people.stranger.user, { scopes: [scope] }),
      )
      expect((await bundlesOf(app, narrow).call('POST', 'initialize', { num_volumes: 1 })).status).toBe(403)
    }
    for (const body of [
      {},
      { num_volumes: 0 },
      { num_volumes: 1001 },
      { num_volumes: 1, name: ' ' },
      { num_volumes: '1' },
    ])
      expect((await bundlesOf(app, receiver).call('POST', 'initialize', body)).status).toBe(400)
  })

  it('fails when the storage of the team does not suffice, or its key is revoked', async () => {
    const { team_id } = people.stranger.user
    const api = bundlesOf(app, receiver)
    const key = await api.begin(volumes)
    await sql`update team set storage_quota_bytes = 1 where id = ${team_id}`.execute(app.deps.db)
    try {
      await importBundleNow(app.deps, key)
    } finally {
      await sql`update team set storage_quota_bytes = null where id = ${team_id}`.execute(app.deps.db)
    }
    expect(await api.status(key)).toMatchObject({ status: 'failed', error_code: 'storage_quota_exceeded' })
    const credentials = await makeKey(app.deps, people.stranger.user)
    const revoked = await bundlesOf(app, await fetchToken(app.url, credentials)).begin(volumes)
    const id = await findKeyId(app.deps, credentials)
    await sql`update api_key set revoked_at = now() where id = ${id}`.execute(app.deps.db)
    await importBundleNow(app.deps, revoked)
    const { rows } = await sql<{ failure_code: string }>`
      select failure_code from bundle where key = ${revoked}`.execute(app.deps.db)
    expect(rows).toEqual([{ failure_code: 'access_lost' }])
  })

  it('is deleted when it is not uploaded, failed when its job is gone, and forgotten after a month', async () => {
    const { db } = app.deps
    const api = bundlesOf(app, receiver)
    const { bundle_key: abandoned } = await api.initialize({ num_volumes: 3 })
    const { bundle_key: recent } = await api.initialize({ num_volumes: 1 })
    const stuck = await api.begin(volumes)
    const old = await api.begin([Buffer.from('x')])
    await importBundleNow(app.deps, old)
    await sql`update bundle set waiting_since = now() - interval '25 hours' where key = ${abandoned}`.execute(
      db,
    )
    await sql`update bundle set completed_at = now() - interval '31 days' where key = ${old}`.execute(db)
    await sql`delete from job.job where name = 'import-bundle'`.execute(db)
    expect(await sweepBundles(db, 24)).toBeGreaterThanOrEqual(2)
    const statusOf = async (key: string) => (await api.call('GET', `${key}/status`)).status
    expect([await statusOf(abandoned), await statusOf(old), await statusOf(recent)]).toEqual([404, 404, 200])
    expect(await api.status(stuck)).toMatchObject({ status: 'failed', error_code: 'gave_up' })
    await emptyTrash(app.deps)
    expect(await leftBehind()).toEqual([])
  })
})
