import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImportApp } from '../../../test/harness/import-app.ts'
import { callApi, completeImport, type Import, readOutcome } from '../../../test/harness/imports.ts'
import { callUpload, contentOf } from '../../../test/harness/multipart.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import {
  cut,
  flaky,
  type Respond,
  redirect,
  type SourceServer,
  send,
  stall,
  startSourceServer,
} from '../../../test/harness/source-server.ts'
import { soleAttempt } from '../../../test/harness/surveys.ts'
import {
  beginUrlImport,
  findTablesWith,
  retryNow,
  startDownloading,
} from '../../../test/harness/url-imports.ts'
import { retireSecrets } from '../../platform/auth/deployment-secrets.ts'
import type { Worker } from '../../platform/jobs/worker.ts'
import { eraseProject } from '../maintenance/erasure/erase-project.ts'
import { resealEverything } from '../maintenance/garbage-collection/reseal-everything.ts'
import { handleSweepRecords } from '../maintenance/garbage-collection/sweep-records.handler.ts'

const bench = await startImportApp({ INLET_DOWNLOAD_ALLOWED: '127.0.0.1' })
const { app, token } = bench
const { db, store } = app.deps
let source: SourceServer
let worker: Worker | undefined
beforeAll(async () => {
  source = await startSourceServer()
})
afterAll(async () => {
  await worker?.stop(0)
  await source.close()
  await app.close()
})

const download = () => {
  worker ??= startDownloading(app)
}
const pause = async () => {
  await worker?.stop(5_000)
  worker = undefined
}

async function begin(path: string, name = 'a.txt', kind: 'insights' | 'files' = 'files'): Promise<Import> {
  const one = await beginUrlImport(bench, kind, name, `${source.url}${path}`)
  expect(await completeImport(app.url, token, one)).toBe(kind === 'files' ? 200 : 202)
  return one
}

/** Sends the file in an hour, a few bytes at a time, and is never silent. */
const trickle =
  (content: Buffer): Respond =>
  (_, response) => {
    response.writeHead(200, { 'content-length': String(content.length) })
    let at = 0
    const timer = setInterval(() => {
      response.write(content.subarray(at, at + 10))
      at += 10
    }, 100)
    response.on('close', () => clearInterval(timer))
  }

interface Row {
  state: string
  failure_code: string | null
  failure_message: string | null
  object_key: string | null
  object_bytes: number | null
  sources: number
  jobs: string[]
}

const idField = (kind: Import['kind']) => (kind === 'files' ? 'fileId' : 'insightId')

async function read({ kind, key }: Import): Promise<Row> {
  const table = kind === 'files' ? 'file' : 'insight'
  const state = sql.ref(kind === 'files' ? 'status' : 'phase')
  const { rows } = await sql<Row>`
    select ${state} as state, failure_code, failure_message, object_key, object_bytes,
      (select count(*) from upload where key = upload_key) as sources,
      array(select name from job.job where state < 'active' and name not like 'download-%'
        and (data ->> ${idField(kind)} = r.id::text or (${kind === 'files'} and data ->> 'id' = r.id::text))) as jobs
    from ${sql.table(table)} r where key = ${key}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`${key} does not exist.`)
  return row
}

/** Retries are not waited for. */
async function ended(one: Import): Promise<Row> {
  download()
  await waitFor(async () => {
    await retryNow(app)
    const { object_key, failure_code } = await read(one)
    return object_key !== null || failure_code !== null
  })
  return read(one)
}

async function contentIn({ object_key }: Row): Promise<Buffer> {
  const object = await store.open(object_key ?? '')
  if (!object) throw new Error('The object is missing.')
  return buffer(object.body)
}

describe('a download', () => {
  it.each([
    ['files', 'a.txt', 'process-file'],
    ['files', 'a.mp4', 'process-recording'],
    ['insights', 'a.pdf', 'process-insight'],
  ] as const)('of %s %s becomes the accepted object and is processed next', async (kind, name, job) => {
    source.paths.set('/plain', send('every byte of it'))
    const row = await ended(await begin('/plain', name, kind))
    expect(row).toMatchObject({ state: 'processing', object_bytes: 16, sources: 0, jobs: [job] })
    expect(row.object_key).toMatch(/^accepted\//)
    expect((await contentIn(row)).toString()).toBe('every byte of it')
  })

  it('of several parts without a known length is stored byte for byte', async () => {
    const content = contentOf(20 * 1024 ** 2 + 12)
    source.paths.set('/chunked', (_, response) => response.writeHead(200).end(content))
    const row = await ended(await begin('/chunked', 'a.mp4'))
    expect(row.object_bytes).toBe(content.length)
    expect((await contentIn(row)).equals(content)).toBe(true)
  })

  it('of an empty file is left to processing', async () => {
    source.paths.set('/empty', send(''))
    expect(await ended(await begin('/empty'))).toMatchObject({ object_bytes: 0, jobs: ['process-file'] })
  })

  it('is retried after a server error, a truncated body and silence', async () => {
    const content = contentOf(300_000)
    const answers = [
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
      cut(content, 1000),
      stall(content, 1000),
      send(content),
    ]
    source.paths.set('/unsteady', (request, response) => answers.shift()?.(request, response))
    const row = await ended(await begin('/unsteady'))
    expect(answers).toEqual([])
    expect((await contentIn(row)).equals(content)).toBe(true)
  })

  it('continues where the connection broke if the server supports it', async () => {
    const content = contentOf(900_000)
    source.paths.set('/flaky', flaky(content, 400_000))
    const row = await ended(await begin('/flaky'))
    expect((await contentIn(row)).equals(content)).toBe(true)
    const ranges = source.requests.filter(({ path }) => path === '/flaky').map(({ range }) => range)
    expect(ranges[0]).toBeUndefined()
    expect(ranges.slice(1)).toEqual([
      expect.stringMatching(/^bytes=\d+-$/),
      expect.stringMatching(/^bytes=\d+-$/),
    ])
  })

  it('is retried when less than 64 KiB/s arrive, and fails as unreachable after the last attempt', async () => {
    await pause()
    const content = contentOf(300_000)
    const answers = [trickle(content)]
    source.paths.set('/slow-once', (request, response) =>
      (answers.shift() ?? send(content))(request, response),
    )
    source.paths.set('/slow', trickle(content))
    const retried = await begin('/slow-once')
    const last = await begin('/slow')
    await sql`
      update job.job set retry_count = 8, retry_limit = 9 where name = 'download-file' and state = 'created'
        and data ->> 'fileId' = (select id::text from file where key = ${last.key})`.execute(db)
    // Minutes pass in seconds.
    const now = () => performance.now() * 60
    worker = startDownloading({ ...app, deps: { ...app.deps, now } })
    const [row, failed] = [await ended(retried), await ended(last)]
    await pause()
    expect(source.requests.filter(({ path }) => path === '/slow-once').length).toBeGreaterThan(1)
    expect((await contentIn(row)).equals(content)).toBe(true)
    expect(failed).toMatchObject({
      state: 'error',
      failure_code: 'source_unreachable',
      failure_message: expect.stringContaining('less than 64 KiB/s for 2 minutes'),
      sources: 0,
      jobs: [],
    })
  })

  it('does not mix two versions of a file', async () => {
    const [first, second] = [contentOf(600_000), Buffer.alloc(600_000, 'b')]
    const answers = [
      flaky(first, 400_000, '"v1"'),
      flaky(second, 400_000, '"v2"'),
      flaky(second, 900_000, '"v2"'),
    ]
    source.paths.set('/changing', (request, response) => answers.shift()?.(request, response))
    expect((await contentIn(await ended(await begin('/changing')))).equals(second)).toBe(true)
  })

  it('fails at once if the server refuses, redirects in circles, leaves the allowed hosts or sends too much', async () => {
    const inside = await startSourceServer('127.0.0.2')
    inside.paths.set('/', send('internal data'))
    source.paths.set('/gone', (_, response) => response.writeHead(410).end())
    source.paths.set('/private', (_, response) => response.writeHead(403).end('secret text'))
    source.paths.set('/circle', redirect('/circle'))
    source.paths.set('/inside', redirect(`${inside.url}/`))
    source.paths.set('/nowhere', redirect('http://[::1', 307))
    source.paths.set('/packed', send('x', { 'content-encoding': 'gzip' }))
    source.paths.set('/large', (_, response) =>
      response.writeHead(200, { 'content-length': String(501 * 1024 ** 2) }).write('x'),
    )
    const before = source.requests.length
    const outcomes = new Map<string, Row>()
    for (const path of ['/gone', '/private', '/circle', '/inside', '/nowhere', '/packed', '/large'])
      outcomes.set(path, await ended(await begin(path)))
    for (const [path, row] of outcomes) {
      const code = path === '/large' ? 'upload_too_large' : 'source_unreachable'
      expect(row, path).toMatchObject({
        state: 'error',
        failure_code: code,
        object_key: null,
        sources: 0,
        jobs: [],
      })
      expect(row.failure_message).not.toMatch(/127\.0\.0|secret text|internal/)
    }
    expect(outcomes.get('/private')?.failure_message).toContain('403')
    expect(outcomes.get('/large')?.failure_message).toContain('501 MB exceeds the 500 MB limit')
    expect(inside.requests).toEqual([])
    // Six of them without a retry, and the first five redirects.
    expect(source.requests.length - before).toBe(6 + 6)
    await inside.close()
  })

  it('fails as unreachable after the last attempt', async () => {
    source.paths.set('/down', (_, response) => response.writeHead(502).end())
    await pause()
    const one = await begin('/down')
    await sql`
      update job.job set retry_count = 8, retry_limit = 9
      where name = 'download-file' and state = 'created'`.execute(db)
    expect(await ended(one)).toMatchObject({ state: 'error', failure_code: 'source_unreachable', sources: 0 })
  })

  it('fails if the team has no storage for the file', async () => {
    const { rows } = await sql<{
      team_id: number
    }>`select team_id from project where id = ${bench.projectId}`.execute(db)
    const teamId = rows[0]?.team_id
    source.paths.set('/known', send('x'.repeat(3_000)))
    source.paths.set('/unknown', (_, response) => response.writeHead(200).end('x'.repeat(3_000)))
    // The quota changes before the downloads begin.
    await pause()
    const imports = [await begin('/known'), await begin('/unknown', 'b.pdf', 'insights')]
    await sql`update team set storage_quota_bytes = 1000 where id = ${teamId}`.execute(db)
    try {
      for (const one of imports)
        expect(await ended(one)).toMatchObject({
          failure_code: 'storage_quota_exceeded',
          sources: 0,
          jobs: [],
        })
      const refused = await callApi(app.url, token, '/files/initialize', {
        project_id: bench.projectId,
        file_name: 'a.txt',
        upload_type: 'url',
        source_url: `${source.url}/known`,
      })
      expect(refused.status).toBe(403)
    } finally {
      await sql`update team set storage_quota_bytes = null where id = ${teamId}`.execute(db)
    }
  })

  it('reports its progress, and stops when its project is erased', async () => {
    const content = contentOf(2_000_000)
    source.paths.set('/slow', (_, response) => {
      response.writeHead(200, { 'content-length': String(content.length) })
      let at = 0
      const timer = setInterval(() => {
        response.write(content.subarray(at, at + 10_000))
        at += 10_000
      }, 50)
      response.on('close', () => clearInterval(timer))
    })
    const project = await callApi(app.url, token, '/projects/create', { name: 'Erased' })
    const { id: projectId } = (await project.json()) as { id: number }
    const one = await beginUrlImport({ ...bench, projectId }, 'files', 'a.mp4', `${source.url}/slow`)
    await completeImport(app.url, token, one)
    download()
    await waitFor(async () => {
      const { body } = await callUpload({ url: app.url, token }, 'GET', `/files/${one.key}/status`)
      const progress = body['progress'] as { stage: string; seconds_left: number | null } | undefined
      return progress?.stage === 'fetching' && progress.seconds_left !== null
    })
    const cutOff = source.cutOff
    await eraseProject({ db, store }, projectId)
    await waitFor(async () => source.cutOff > cutOff)
    const { rows } = await sql`select from upload where upload_type = 'url'`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('a source URL', () => {
  it('is in no table, log, event or answer', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    await pause()
    source.paths.set('/file', (_, response) => response.writeHead(500).end())
    const answers: string[] = []
    const path = `/file?signature=${'a1b2c3'.repeat(5)}`
    const initialized = await fetch(`${app.url}/api/v1/developer/import/files/initialize`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'secrecy',
      },
      body: JSON.stringify({
        project_id: bench.projectId,
        file_name: 'a.txt',
        upload_type: 'url',
        source_url: `${source.url}${path}`,
      }),
    })
    answers.push(await initialized.text())
    const { wav_key: key } = JSON.parse(answers[0] ?? '') as { wav_key: string }
    const one: Import = { kind: 'files', key, descriptor: { upload_url: '', upload_fields: {} } }
    answers.push(JSON.stringify(await callUpload({ url: app.url, token }, 'GET', `/files/${key}/upload`)))
    expect(await findTablesWith(app, 'a1b2c3')).toEqual([])
    await completeImport(app.url, token, one)
    const logged = { ...app, deps: { ...app.deps, log } }
    const downloading = startDownloading(logged)
    await waitFor(async () => lines.some((line) => line.includes('attempt failed')))
    source.paths.set('/file', (_, response) => response.writeHead(404).end())
    await waitFor(async () => {
      await retryNow(app)
      return (await readOutcome(db, one)).state === 'error'
    })
    await downloading.stop(5_000)
    answers.push(
      JSON.stringify(
        await callUpload({ url: app.url, token }, 'GET', `/files/${key}/status?include=details`),
      ),
    )
    expect(await findTablesWith(app, 'a1b2c3')).toEqual([])
    expect(await findTablesWith(app, new URL(source.url).host)).toEqual([])
    for (const text of [...lines, ...answers]) expect(text).not.toMatch(/a1b2c3|127\.0\.0\.1:/)
    expect(answers[2]).toContain('"error_code":"source_unreachable"')
  })

  it('stays readable when the sealing key is replaced', async () => {
    await pause()
    source.paths.set('/resealed', send('resealed'))
    const one = await begin('/resealed')
    const { rows: before } = await sql<{
      sealed: Buffer
    }>`select source_sealed as sealed from upload where upload_type = 'url'`.execute(db)
    await sql`insert into deployment_secret (mark, wrapped, last_used_at) values ('old', '\\x00', now() - interval '1 hour')`.execute(
      db,
    )
    await retireSecrets(db, { secret: app.deps.config.INLET_SECRET, reseal: resealEverything })
    const { rows: after } = await sql<{
      sealed: Buffer
    }>`select source_sealed as sealed from upload where upload_type = 'url'`.execute(db)
    expect(after).toHaveLength(before.length)
    expect(after[0]?.sealed.equals(before[0]?.sealed ?? Buffer.alloc(0))).toBe(false)
    expect((await contentIn(await ended(one))).toString()).toBe('resealed')
  })

  it('that cannot be decrypted any more fails its import', async () => {
    await pause()
    const one = await begin('/resealed')
    await sql`update upload set source_sealed = '\\x0011' where upload_type = 'url'`.execute(db)
    expect(await ended(one)).toMatchObject({ failure_code: 'source_unreachable', sources: 0 })
  })
})

describe('the sweeper', () => {
  const sweep = () => handleSweepRecords(app.deps, soleAttempt())

  it('fails imports whose download was lost, and keeps those that wait for one', async () => {
    await pause()
    const lost = [await begin('/plain'), await begin('/plain', 'a.pdf', 'insights')]
    const waiting = [await begin('/plain'), await begin('/plain', 'a.pdf', 'insights')]
    for (const { key, kind } of lost)
      await sql`delete from job.job where data ->> ${idField(kind)} =
        (select id::text from ${sql.table(kind === 'files' ? 'file' : 'insight')} where key = ${key})`.execute(
        db,
      )
    for (const table of ['file', 'insight'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    for (const table of ['file', 'insight'])
      await sql`update ${sql.table(table)} set updated_at = now() - interval '1 hour'`.execute(db)
    for (const table of ['file', 'insight'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
    await sweep()
    for (const one of lost) expect(await read(one)).toMatchObject({ failure_code: 'gave_up', sources: 0 })
    for (const one of waiting) expect(await read(one)).toMatchObject({ state: 'processing', sources: 1 })
    for (const one of waiting) expect((await ended(one)).object_bytes).toBe(16)
  })

  it('removes the URL of an import that was never completed', async () => {
    const one = await beginUrlImport(bench, 'files', 'a.txt', `${source.url}/plain`)
    await sql`update file set created_at = now() - interval '25 hours' where key = ${one.key}`.execute(db)
    await sweep()
    expect((await read(one)).sources).toBe(1)
    await sql`update upload set signed_at = now() - interval '25 hours' where upload_type = 'url'`.execute(db)
    await sweep()
    await expect(read(one)).rejects.toThrow('does not exist')
    expect((await sql`select from upload where upload_type = 'url'`.execute(db)).rows).toEqual([])
  })
})
