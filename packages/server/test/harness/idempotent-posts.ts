/**
 * One case for each POST of the API for keys: prepares what the call needs, and counts how often it took effect. A POST
 * without a case fails the test of idempotency keys.
 */
import { randomUUID } from 'node:crypto'
import { type MultipartUpload, needsToken, type Route } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import { importContract } from '../../src/app/http.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { TestApp } from './app.ts'
import { bundlesOf } from './bundles.ts'
import { beginImport, makeProject, uploadTo } from './imports.ts'
import { beginMultipart } from './multipart.ts'
import { makeCaller } from './people.ts'
import type { Receiver } from './receiver.ts'
import { beginSurvey, postSurvey, sendParts, setCompleted } from './survey-uploads.ts'

export interface PostBench {
  app: TestApp
  db: Db
  token: string
  teamId: number
  projectId: number
  receiver: Receiver
}

export interface PreparedPost {
  path: string
  body: object | undefined
  /** How often the call took effect since it was prepared. */
  effects: () => Promise<number>
}

interface Prepared {
  params?: Record<string, string>
  body?: object
  effects: () => Promise<number>
}

/** Records what leaves no other trace: deliveries that are queued again, new keys of uploads, and rotated secrets. */
export async function observeChanges(db: Db): Promise<void> {
  await sql`create table test_change (subject text)`.execute(db)
  await sql`create function observe_change() returns trigger language plpgsql as $$ begin
    insert into test_change values (tg_table_name || ' ' || (to_jsonb(new) ->> tg_argv[0])); return new; end $$`.execute(
    db,
  )
  await sql`create trigger observed after insert or update on pending_delivery
    for each row execute function observe_change('webhook_id')`.execute(db)
  await sql`create trigger observed after update on webhook
    for each row when (old.secret_sealed <> new.secret_sealed) execute function observe_change('id')`.execute(
    db,
  )
  for (const table of ['survey_part', 'survey_media'])
    await sql`create trigger observed after update on ${sql.table(table)}
      for each row when (old.upload_key <> new.upload_key) execute function observe_change('survey_id')`.execute(
      db,
    )
  await sql`create trigger observed after update on bundle_volume
    for each row when (old.upload_key <> new.upload_key) execute function observe_change('bundle_id')`.execute(
    db,
  )
  for (const table of ['file', 'insight'])
    await sql`create trigger observed after update on ${sql.table(table)}
      for each row when (old.upload_key <> new.upload_key) execute function observe_change('id')`.execute(db)
}

/** For one round: an API key can have ten webhooks and 1,000 calls a minute. */
export async function openPostBench(app: TestApp, receiver: Receiver): Promise<PostBench> {
  const { db } = app.deps
  const { token, team } = await makeCaller(app, { role: 3 })
  return {
    app,
    db,
    token,
    teamId: team.id,
    projectId: await makeProject(app.url, token),
    receiver,
  }
}

async function count(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n ${query}`.execute(db)
  return rows[0]?.n ?? 0
}

async function countSince(db: Db, query: RawBuilder<unknown>): Promise<() => Promise<number>> {
  const before = await count(db, query)
  return async () => (await count(db, query)) - before
}

const changesOf = (db: Db, table: string, id: RawBuilder<unknown>) =>
  countSince(db, sql`from test_change where subject = ${table} || ' ' || ${id}`)

const surveyId = (uploadKey: string) => sql`(select id from survey where upload_key = ${uploadKey})`

const jobsOf = (field: string, id: RawBuilder<unknown>) =>
  sql`from job.job where data ->> ${field} = (${id})::text`

async function uploadedImport({ app, token, projectId }: PostBench, kind: 'insights' | 'files') {
  const begun = await beginImport(app.url, token, projectId, kind, 'idempotency.txt')
  await uploadTo(begun, 'text')
  return begun.key
}

async function deleteFrom(url: string, token: string, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${url}/api/v1/developer/${path}`, { method: 'DELETE', headers })
  if (status !== 204) throw new Error(`${path} was not deleted: ${status}`)
}

async function deletedImport({ app, token, projectId }: PostBench, kind: 'insights' | 'files') {
  const { key } = await beginImport(app.url, token, projectId, kind, 'idempotency.txt')
  await deleteFrom(app.url, token, `${kind}/${key}`)
  return key
}

const restorations = (db: Db, subject: string) => () =>
  count(db, sql`from audit_entry where action like '%.restore' and subject = ${subject}`)

const multipart = { upload_type: 'multipart', size_bytes: 5 }

/** The upload changes from a form to parts, so it gets a new key. */
async function startingUpload(bench: PostBench, kind: 'insights' | 'files') {
  const { app, db, token, projectId } = bench
  const { key } = await beginImport(app.url, token, projectId, kind, 'idempotency.txt')
  const table = kind === 'files' ? 'file' : 'insight'
  const id = sql`(select id from ${sql.table(table)} where key = ${key})`
  return { key, body: multipart, effects: await changesOf(db, table, id) }
}

/** One effect, however often the time of the last signature is set. */
async function signingParts(db: Db, { parts }: MultipartUpload) {
  const uploadId = new URL(parts[0]?.upload_url ?? '').searchParams.get('uploadId')
  const upload = sql`from upload where store_upload_id = ${uploadId}`
  await sql`update upload set signed_at = now() - interval '1 hour' where store_upload_id = ${uploadId}`.execute(
    db,
  )
  const effects = () => count(db, sql`${upload} and signed_at > now() - interval '30 minutes'`)
  return { body: { part_numbers: [1] }, effects }
}

async function multipartImport({ app, token, projectId }: PostBench, kind: 'insights' | 'files') {
  return beginMultipart({ url: app.url, token, projectId }, kind, 'idempotency.txt', multipart.size_bytes)
}

async function surveyMedia(bench: PostBench, choice: object) {
  const { app, token } = bench
  const { upload_key } = await newSurvey(bench, { media_config: {} })
  const { body } = await postSurvey<{ media_files: { media_key: string; upload: MultipartUpload }[] }>(
    app.url,
    token,
    `${upload_key}/media/register`,
    { files: [{ filename: 'a.mp4', ...choice }] },
  )
  const [media] = body.media_files
  if (!media) throw new Error('The media file is not registered.')
  return { upload: media.upload, params: { upload_key, media_key: media.media_key } }
}

const bundleId = (key: string) => sql`(select id from bundle where key = ${key})`

const newBundle = ({ app, token }: PostBench) => bundlesOf(app, token).initialize({ num_volumes: 1 })

const newSurvey = ({ app, token, projectId }: PostBench, settings: object = {}) =>
  beginSurvey(app.url, token, projectId, settings)

async function webhookOf({ app, token, receiver }: PostBench, settings: object = {}) {
  const answer = await fetch(`${app.url}/api/v1/developer/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${receiver.url}/${randomUUID()}`, ...settings }),
  })
  const { webhook_key, url } = (await answer.json()) as { webhook_key: string; url: string }
  return {
    key: webhook_key,
    path: new URL(url).pathname,
    id: sql`(select id from webhook where key = ${webhook_key})`,
  }
}

/** A webhook with one delivery, which is not sent because there is no worker. */
async function webhookWithDelivery(bench: PostBench) {
  const { app, db, token, teamId } = bench
  const projectId = await makeProject(app.url, token)
  const webhook = await webhookOf(bench, { types: ['file.completed'], project_ids: [projectId] })
  await sql`select record_event('file.completed', ${teamId}, ${projectId}, jsonb_build_object('wav_key', gen_random_uuid(), 'status', 'completed'))`.execute(
    db,
  )
  await sql`select log_events(1000)`.execute(db)
  return { ...webhook, effects: await changesOf(db, 'pending_delivery', webhook.id) }
}

const cases: Record<string, (bench: PostBench) => Promise<Prepared>> = {
  'projects.create': async ({ db }) => {
    const name = randomUUID()
    return { body: { name }, effects: () => count(db, sql`from project where name = ${name}`) }
  },
  'insights.initialize': async ({ db, projectId }) => {
    const filename = `${randomUUID()}.pdf`
    const effects = () => count(db, sql`from insight where name = ${filename}`)
    return { body: { project_id: projectId, filename }, effects }
  },
  'insights.complete': async (bench) => {
    const key = await uploadedImport(bench, 'insights')
    const jobs = jobsOf('insightId', sql`select id from insight where key = ${key}`)
    return { params: { insight_key: key }, body: {}, effects: () => count(bench.db, jobs) }
  },
  'insights.startUpload': async (bench) => {
    const { key, ...post } = await startingUpload(bench, 'insights')
    return { params: { insight_key: key }, ...post }
  },
  'insights.signUploadParts': async (bench) => {
    const { key, upload } = await multipartImport(bench, 'insights')
    return { params: { insight_key: key }, ...(await signingParts(bench.db, upload)) }
  },
  'files.initialize': async ({ db, projectId }) => {
    const file_name = `${randomUUID()}.mp3`
    const effects = () => count(db, sql`from file where name = ${file_name}`)
    return { body: { project_id: projectId, file_name }, effects }
  },
  'files.complete': async (bench) => {
    const key = await uploadedImport(bench, 'files')
    const jobs = jobsOf('fileId', sql`select id from file where key = ${key}`)
    return { params: { wav_key: key }, effects: () => count(bench.db, jobs) }
  },
  'files.startUpload': async (bench) => {
    const { key, ...post } = await startingUpload(bench, 'files')
    return { params: { wav_key: key }, ...post }
  },
  'files.signUploadParts': async (bench) => {
    const { key, upload } = await multipartImport(bench, 'files')
    return { params: { wav_key: key }, ...(await signingParts(bench.db, upload)) }
  },
  'surveys.initialize': async ({ db, projectId }) => {
    const name = randomUUID()
    const body = { project_id: projectId, name, file_type: 'CSV', num_parts: 2 }
    return { body, effects: () => count(db, sql`from survey where name = ${name}`) }
  },
  'surveys.complete': async (bench) => {
    const { upload_key, upload_urls } = await newSurvey(bench)
    await sendParts(upload_urls)
    const jobs = jobsOf('surveyId', surveyId(upload_key))
    return { params: { upload_key }, effects: () => count(bench.db, jobs) }
  },
  'surveys.retryPart': async (bench) => {
    const { upload_key } = await newSurvey(bench)
    const effects = await changesOf(bench.db, 'survey_part', surveyId(upload_key))
    return { params: { upload_key, part_number: '1' }, effects }
  },
  'surveys.append': async (bench) => {
    const { upload_key } = await newSurvey(bench)
    await setCompleted(bench.db, upload_key)
    const parts = sql`from survey_part where survey_id = ${surveyId(upload_key)}`
    return { params: { upload_key }, body: { num_parts: 1 }, effects: await countSince(bench.db, parts) }
  },
  'surveys.registerMedia': async (bench) => {
    const { upload_key } = await newSurvey(bench, { media_config: {} })
    const media = sql`from survey_media where survey_id = ${surveyId(upload_key)}`
    return { params: { upload_key }, body: { files: ['a.mp4'] }, effects: () => count(bench.db, media) }
  },
  'surveys.retryMedia': async (bench) => {
    const { app, db, token } = bench
    const { upload_key } = await newSurvey(bench, { media_config: {} })
    await postSurvey(app.url, token, `${upload_key}/media/register`, { files: ['a.mp4'] })
    const effects = await changesOf(db, 'survey_media', surveyId(upload_key))
    return { params: { upload_key, filename: 'a.mp4' }, body: {}, effects }
  },
  'surveys.startMediaUpload': async (bench) => {
    const { params } = await surveyMedia(bench, { upload_type: 'form' })
    const effects = await changesOf(bench.db, 'survey_media', surveyId(params.upload_key))
    return { params, body: multipart, effects }
  },
  'surveys.signMediaUploadParts': async (bench) => {
    const { params, upload } = await surveyMedia(bench, multipart)
    return { params, ...(await signingParts(bench.db, upload)) }
  },
  'batches.initialize': async ({ db, projectId }) => {
    const file_name = `${randomUUID()}.mp3`
    const effects = () => count(db, sql`from file where name = ${file_name}`)
    return { body: { items: [{ kind: 'file', project_id: projectId, file_name }] }, effects }
  },
  'batches.complete': async (bench) => {
    const key = await uploadedImport(bench, 'insights')
    const jobs = jobsOf('insightId', sql`select id from insight where key = ${key}`)
    return { body: { items: [{ kind: 'insight', key }] }, effects: () => count(bench.db, jobs) }
  },
  'bundles.initialize': async ({ db }) => {
    const name = randomUUID()
    const effects = () => count(db, sql`from bundle where name = ${name}`)
    return { body: { num_volumes: 2, name }, effects }
  },
  'bundles.complete': async (bench) => {
    const { bundle_key, upload_urls } = await newBundle(bench)
    for (const descriptor of upload_urls) await uploadTo({ descriptor }, 'not an archive')
    const jobs = jobsOf('bundleId', bundleId(bundle_key))
    return { params: { bundle_key }, effects: () => count(bench.db, jobs) }
  },
  'bundles.startVolumeUpload': async (bench) => {
    const { bundle_key } = await newBundle(bench)
    const effects = await changesOf(bench.db, 'bundle_volume', bundleId(bundle_key))
    return { params: { bundle_key, volume_number: '1' }, body: multipart, effects }
  },
  'bundles.signVolumeUploadParts': async (bench) => {
    const { bundle_key } = await newBundle(bench)
    const api = bundlesOf(bench.app, bench.token)
    const started = await api.call('POST', `${bundle_key}/volumes/1/upload`, multipart)
    const upload = (await started.json()) as MultipartUpload
    return { params: { bundle_key, volume_number: '1' }, ...(await signingParts(bench.db, upload)) }
  },
  'projects.restore': async ({ app, db, token }) => {
    const projectId = await makeProject(app.url, token)
    await deleteFrom(app.url, token, `projects/${projectId}`)
    return { params: { project_id: String(projectId) }, effects: restorations(db, `project ${projectId}`) }
  },
  'insights.restore': async (bench) => {
    const key = await deletedImport(bench, 'insights')
    return { params: { insight_key: key }, effects: restorations(bench.db, `insight ${key}`) }
  },
  'files.restore': async (bench) => {
    const key = await deletedImport(bench, 'files')
    return { params: { wav_key: key }, effects: restorations(bench.db, `file ${key}`) }
  },
  'surveys.restore': async (bench) => {
    const { upload_key } = await newSurvey(bench)
    await deleteFrom(bench.app.url, bench.token, `surveys/${upload_key}`)
    return { params: { upload_key }, effects: restorations(bench.db, `survey ${upload_key}`) }
  },
  'media.restore': async (bench) => {
    const { upload_key } = await newSurvey(bench, { media_config: {} })
    await postSurvey(bench.app.url, bench.token, `${upload_key}/media/register`, { files: ['a.mp4'] })
    const { rows } = await sql<{ key: string }>`
      select m.key from survey_media m join survey s on s.id = m.survey_id where s.upload_key = ${upload_key}`.execute(
      bench.db,
    )
    const key = rows[0]?.key ?? ''
    await deleteFrom(bench.app.url, bench.token, `media/${key}`)
    return { params: { media_key: key }, effects: restorations(bench.db, `media ${key}`) }
  },
  'respondents.erase': async ({ db }) => {
    const email = `${randomUUID()}@example.org`
    return { body: { email }, effects: () => count(db, sql`from erasure where email = ${email}`) }
  },
  'exports.create': async ({ app, db, token }) => {
    const projectId = await makeProject(app.url, token)
    return {
      params: { project_id: String(projectId) },
      body: { contents: ['tables'] },
      effects: () => count(db, sql`from project_export where project_id = ${projectId}`),
    }
  },
  'webhooks.create': async ({ db, receiver }) => {
    const url = `${receiver.url}/${randomUUID()}`
    return { body: { url }, effects: () => count(db, sql`from webhook where url = ${url}`) }
  },
  'webhooks.rotate': async (bench) => {
    const { key, id } = await webhookOf(bench)
    return { params: { webhook_key: key }, body: {}, effects: await changesOf(bench.db, 'webhook', id) }
  },
  'webhooks.test': async (bench) => {
    const { key, path } = await webhookOf(bench)
    return { params: { webhook_key: key }, effects: async () => bench.receiver.on(path).length }
  },
  'webhooks.redeliver': async (bench) => {
    const { key, id, effects } = await webhookWithDelivery(bench)
    const { rows } = await sql<{ key: string }>`
      select key from pending_delivery where webhook_id = ${id}`.execute(bench.db)
    return { params: { webhook_key: key, delivery_key: rows[0]?.key ?? '' }, effects }
  },
  'webhooks.redeliverSince': async (bench) => {
    const { key, effects } = await webhookWithDelivery(bench)
    return { params: { webhook_key: key }, body: { since: '2026-01-01T00:00:00Z' }, effects }
  },
}

/** Every POST with an API key that changes something. */
export const idempotentPosts: readonly Route[] = importContract.filter(
  (route) => route.method === 'POST' && needsToken(route) && !route.changesNothing,
)

export async function preparePost(bench: PostBench, route: Route): Promise<PreparedPost> {
  const prepare = cases[route.operationId]
  if (!prepare) throw new Error(`${route.operationId} has no case in ${import.meta.filename}. Add one.`)
  const { params = {}, body, effects } = await prepare(bench)
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return { path, body, effects }
}
