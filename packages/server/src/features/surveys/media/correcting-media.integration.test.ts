/** Replacing and withdrawing media files concurrently with completes, linking and each other. */
import { randomUUID } from 'node:crypto'
import type { MediaDescriptor, SurveyUpload } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { rounds } from '../../../../test/harness/full.ts'
import { startImportApp } from '../../../../test/harness/import-app.ts'
import { callApi } from '../../../../test/harness/imports.ts'
import {
  beginSurvey,
  postSurvey,
  sendParts,
  sendTo,
  surveyStatus,
} from '../../../../test/harness/survey-uploads.ts'
import { importNow, soleAttempt } from '../../../../test/harness/surveys.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { restartFailed } from '../../recording-processing/recording-lifecycle.repo.ts'
import { erasePerson } from '../erasure/erase-person.ts'
import { sweepSurveys } from '../sweep-surveys.ts'
import { handleLinkMedia } from './link-media.handler.ts'

const timeoutMs = 600_000
const callers = 6
const csv = 'Clip,E-mail\ntalk.wav,ann@example.org\nother.wav,ben@example.org\n'

const { app, token, projectId } = await startImportApp()
afterAll(() => app.close())

const pathOf = (key: string, name: string) => `${key}/media/${encodeURIComponent(name)}`
const retry = (key: string, name: string, body: object = {}) =>
  postSurvey<MediaDescriptor>(app.url, token, `${pathOf(key, name)}/retry`, body)
async function withdraw(key: string, name: string): Promise<number> {
  const url = `${app.url}/api/v1/developer/import/surveys/${pathOf(key, name)}`
  const answer = await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  await answer.text()
  return answer.status
}
async function register(key: string, files: string[]): Promise<MediaDescriptor[]> {
  const { body } = await postSurvey<{ media_files: MediaDescriptor[] }>(
    app.url,
    token,
    `${key}/media/register`,
    {
      files,
    },
  )
  return body.media_files
}
const idOf = async (key: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from survey where upload_key = ${key}`.execute(
    app.deps.db,
  )
  return rows[0]?.id ?? 0
}
const isInTrash = async (keys: (string | null)[]): Promise<boolean[]> => {
  const { rows } = await sql<{ object_key: string }>`
    select object_key from object_trash where due_at <= now()`.execute(app.deps.db)
  const trash = new Set(rows.map((row) => row.object_key))
  return keys.map((key) => key !== null && trash.has(key))
}

interface Row {
  id: number
  filename: string
  status: string
  media_level: string | null
  object_key: string | null
  upload_key: string
  recording_id: number | null
  superseded_by: number | null
}
async function readRows(key: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.id, coalesce(m.sent_name, m.filename) as filename, m.status, m.media_level, m.object_key, m.upload_key,
      m.recording_id, m.superseded_by
    from survey_media m join survey s on s.id = m.survey_id where s.upload_key = ${key} order by m.id`.execute(
    app.deps.db,
  )
  return rows
}

/** A completed survey, with or without uploaded and linked files. */
async function importWith(files: string[]): Promise<{ key: string; id: number }> {
  const survey = await beginSurvey(app.url, token, projectId, {
    column_mapping: { Clip: 'MEDIA_RESPONSE', 'E-mail': 'Email' },
  })
  const key = survey.upload_key
  for (const part of survey.upload_urls) await sendTo(part, csv)
  for (const media of await register(key, files)) await sendTo(media, 'not a recording')
  expect((await postSurvey(app.url, token, `${key}/complete`)).status).toBe(202)
  const id = await idOf(key)
  expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
  return { key, id }
}

/** The state after a failed transcription. */
async function failRecording(mediaId: number): Promise<void> {
  await sql`
    with made as (
      insert into recording (duration_ms, has_video, has_audio, rendition_key, rendition_type)
      values (1000, false, true, ${`derived/${randomUUID()}`}, 'audio/mp4') returning id)
    update survey_media m set recording_id = made.id, recording_failure_code = 'damaged',
      recording_failure_message = 'It is damaged.' from made where m.id = ${mediaId}`.execute(app.deps.db)
}

async function importWithFailedRecording(): Promise<{ key: string; id: number; old: Row }> {
  const survey = await importWith(['talk.wav'])
  const [linked] = await readRows(survey.key)
  await failRecording(linked?.id ?? 0)
  const [old] = await readRows(survey.key)
  if (old?.status !== 'LINKED') throw new Error('The file is not linked.')
  return { ...survey, old }
}

const link = (surveyId: number) => handleLinkMedia(app.deps, { v: 1, surveyId }, soleAttempt())
const status = (key: string): Promise<SurveyUpload> => surveyStatus(app.url, token, key)

describe('withdrawals during completes', () => {
  it(
    'never start an import that waits for a withdrawn file, and delete the file completely',
    async () => {
      for (let round = 0; round < rounds(6, 200); round += 1) {
        const { upload_key: key, upload_urls } = await beginSurvey(app.url, token, projectId, {
          media_config: {},
        })
        await sendParts(upload_urls)
        const [here, gone] = await register(key, ['here.wav', 'gone.wav'])
        if (here) await sendTo(here, 'film')
        const before = await readRows(key)
        const [withdrawals, completes] = await Promise.all([
          Promise.all(Array.from({ length: callers / 2 }, () => withdraw(key, 'gone.wav'))),
          Promise.all(
            Array.from({ length: callers / 2 }, async () => {
              if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, round))
              return (await postSurvey(app.url, token, `${key}/complete`)).status
            }),
          ),
        ])
        expect(withdrawals.toSorted((a, b) => a - b)).toEqual([204, 404, 404])
        // 400 while the file is missing; at most one call starts the import.
        expect(completes.filter((one) => one === 202).length).toBeLessThanOrEqual(1)
        for (const one of completes) expect([200, 202, 400]).toContain(one)
        if (!completes.includes(202))
          expect((await postSurvey(app.url, token, `${key}/complete`)).status).toBe(202)
        expect((await readRows(key)).map(({ filename }) => filename)).toEqual(['here.wav'])
        expect(await isInTrash([gone?.upload_fields['key'] ?? null])).toEqual([true])
        expect(await isInTrash(before.slice(0, 1).map((row) => row.upload_key))).toEqual([false])
      }
    },
    timeoutMs,
  )
})

describe('retries during linking', () => {
  it(
    'leave each file either linked or waiting under its new name, and no orphaned object',
    async () => {
      for (let round = 0; round < rounds(5, 100); round += 1) {
        const { key, id } = await importWith(['tlak.wav'])
        const first = await retry(key, 'tlak.wav')
        await sendTo(first.body, 'film')
        await status(key)
        const [, replaced, withdrawn] = await Promise.all([
          link(id),
          retry(key, 'tlak.wav', { filename: 'talk.wav' }),
          round % 2 === 0 ? withdraw(key, 'tlak.wav') : Promise.resolve(0),
        ])
        const rows = await readRows(key)
        const outcome = rows.map((row) => `${row.filename} ${row.status}`).join()
        if (withdrawn === 204) expect(outcome).toBe('')
        else if (replaced.status === 200) expect(outcome).toBe('talk.wav PENDING')
        else expect(outcome).toBe('tlak.wav FAILED')
        if (replaced.status !== 200) continue
        // It was not linked under the old name in between.
        await sendTo(replaced.body, 'film')
        await status(key)
        await Promise.all([link(id), link(id)])
        expect(
          (await readRows(key)).map((row) => `${row.filename} ${row.status} ${row.media_level}`),
        ).toEqual(['talk.wav LINKED RESPONSE'])
      }
    },
    timeoutMs,
  )
})

describe('a linked file whose recording failed', () => {
  it('is replaced once under concurrency, and keeps its link, object and recording until then', async () => {
    const { key, id, old } = await importWithFailedRecording()
    const replies = await Promise.all(Array.from({ length: callers }, () => retry(key, 'talk.wav')))
    for (const reply of replies) expect([reply.status, reply.body.filename]).toEqual([200, 'talk.wav'])
    const [kept, ...others] = await readRows(key)
    expect(others.map((row) => row.status)).toEqual(['PENDING'])
    expect(kept).toEqual({ ...old, superseded_by: others[0]?.id })
    expect(await isInTrash([old.object_key])).toEqual([false])
    expect((await status(key)).media_files).toEqual([
      { filename: 'talk.wav', status: 'PENDING', media_level: 'RESPONSE' },
    ])

    const current = replies.find(({ body }) => body.upload_fields['key'] === others[0]?.upload_key)
    if (!current) throw new Error('No caller has the current descriptor.')
    await sendTo(current.body, 'film')
    expect((await status(key)).media_files).toMatchObject([{ status: 'UPLOADED' }])
    await Promise.all([link(id), link(id)])
    const rows = await readRows(key)
    expect(rows).toMatchObject([{ id: others[0]?.id, status: 'LINKED', media_level: 'RESPONSE' }])
    expect(await isInTrash([old.object_key, rows[0]?.object_key ?? null])).toEqual([true, false])
    const { rows: recordings } = await sql`select from recording where id = ${old.recording_id}`.execute(
      app.deps.db,
    )
    expect(recordings).toEqual([])
    const { rows: jobs } = await sql`
      select from job.job where name = 'process-recording' and singleton_key = ${`media:${rows[0]?.id}`}`.execute(
      app.deps.db,
    )
    expect(jobs).toHaveLength(1)
  })

  it('is either transcribed again or replaced when both are requested', async () => {
    for (let round = 0; round < rounds(4, 50); round += 1) {
      const { key, old } = await importWithFailedRecording()
      const [restarted, reply] = await Promise.all([
        inTransaction(app.deps.db, (tx) => restartFailed(tx, { owner: 'media', id: old.id })),
        retry(key, 'talk.wav'),
      ])
      const rows = await readRows(key)
      if (reply.status === 200) expect(rows.map((row) => row.status)).toEqual(['LINKED', 'PENDING'])
      else expect([reply.status, restarted !== undefined, rows.length]).toEqual([400, true, 1])
    }
  })

  it('is unchanged after its replacement is withdrawn, even one that failed under another name', async () => {
    const { key, id, old } = await importWithFailedRecording()
    const { body } = await retry(key, 'talk.wav', { filename: 'nobody.wav' })
    await sendTo(body, 'film')
    await status(key)
    await link(id)
    expect((await readRows(key)).map((row) => row.status)).toEqual(['LINKED', 'FAILED'])
    // Both names are taken.
    const [, failed] = await readRows(key)
    expect((await retry(key, 'nobody.wav', { filename: 'talk.wav' })).status).toBe(200)
    expect((await retry(key, 'talk.wav', { filename: 'nobody.wav' })).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 3 }, () => withdraw(key, 'nobody.wav')))
    expect(answers.toSorted((a, b) => a - b)).toEqual([204, 404, 404])
    expect(await readRows(key)).toEqual([old])
    expect(await isInTrash([old.object_key, failed?.upload_key ?? null])).toEqual([false, true])
    const answer = await callApi(app.url, token, `/surveys/${key}/status?include=recordings`)
    expect(await answer.json()).toMatchObject({
      media_files: [
        { filename: 'talk.wav', status: 'LINKED', recording_status: 'error', error_code: 'damaged' },
      ],
    })
  })

  it('is deleted by the next sweep when an older release linked its replacement', async () => {
    const { key, id, old } = await importWithFailedRecording()
    const { body } = await retry(key, 'talk.wav')
    await sendTo(body, 'film')
    await status(key)
    await link(id)
    const [made] = await readRows(key)
    await sql`
      insert into survey_media (survey_id, filename, sent_name, status, media_level, upload_key, response_id, superseded_by)
      values (${id}, ${'\u0001talk.wav'}, 'talk.wav', 'LINKED', 'RESPONSE', ${`incoming/${randomUUID()}`}, 32768,
        ${made?.id})`.execute(app.deps.db)
    expect(await readRows(key)).toHaveLength(2)
    await sweepSurveys(app.deps, 24)
    expect((await readRows(key)).map((row) => row.id)).toEqual([made?.id])
    expect(old.id).not.toBe(made?.id)
  })

  it('is erased with its person, together with its replacement', async () => {
    const { key, id, old } = await importWithFailedRecording()
    const { body } = await retry(key, 'talk.wav', { filename: 'new name.wav' })
    expect(await readRows(key)).toHaveLength(2)
    const { rows } = await sql<{ id: number }>`
      select id from respondent where survey_id = ${id} and email = 'ann@example.org'`.execute(app.deps.db)
    await sql`delete from job.job`.execute(app.deps.db)
    const erased = await erasePerson(
      app.deps.db,
      id,
      rows.map((row) => row.id),
    )
    expect(erased).toMatchObject({ media: 2 })
    expect(await readRows(key)).toEqual([])
    expect(await isInTrash([old.object_key, body.upload_fields['key'] ?? null])).toEqual([true, true])
  })
})

describe('a file registered by the previous release', () => {
  it('is found by its name in any normalization form and keeps its key', async () => {
    const survey = await beginSurvey(app.url, token, projectId, { media_config: {} })
    const id = await idOf(survey.upload_key)
    await sql`
      insert into survey_media (survey_id, filename, upload_key, key)
      values (${id}, ${'\u00e9.wav'}, ${`incoming/${randomUUID()}`}, null)`.execute(app.deps.db)
    const keyOf = async () => {
      const answer = await callApi(app.url, token, `/surveys/${survey.upload_key}/status?include=recordings`)
      const { media_files } = (await answer.json()) as SurveyUpload
      return media_files?.map(({ filename, media_key }) => [filename, media_key])
    }
    const first = await keyOf()
    expect(first).toEqual([['\u00e9.wav', expect.stringMatching(/^[0-9a-f-]{36}$/)]])
    expect(await keyOf()).toEqual(first)
    expect((await retry(survey.upload_key, 'e\u0301.wav')).body.filename).toBe('\u00e9.wav')
  })
})
