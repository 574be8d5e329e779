/** Recordings while the release before migration 0031 still runs on the same database. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { type Import, readOutcome, waitForFinal } from '../../../test/harness/imports.ts'
import { ffmpeg } from '../../../test/harness/recordings.ts'
import { beginSurvey, postSurvey } from '../../../test/harness/survey-uploads.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { createEnqueueRaw } from '../../platform/jobs/enqueue.ts'
import { gaveUp } from '../document-processing/document-processing.public.ts'
import { failStuckRecordings } from './recording-lifecycle.repo.ts'
import { insertRecording } from './recording-processing.repo.ts'
import { enqueueStep } from './recording-steps.ts'

const timeout = 300_000

let bench: ImportBench
let dir: string
let tone: string
beforeAll(async () => {
  bench = await openImportBench({ workers: 0 })
  dir = await mkdtemp(join(tmpdir(), 'inlet-rolling-'))
  tone = join(dir, 'tone.wav')
  await ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', '-ar', '16000', '-ac', '1', tone)
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db
const importTone = async () => bench.importFile('tone.wav', await openAsBlob(tone))

async function idOf({ key }: Import): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update file set started_at = now() - interval '2 minutes' where key = ${key} returning id`.execute(db())
  return rows[0]?.id ?? 0
}

const deleteJobs = () => sql`delete from job.job where name like '%-recording'`.execute(db())

async function enqueueLegacy(name: string, data: { v: 1; fileId: number }): Promise<void> {
  const job = { kind: name, data, key: String(data.fileId), group: null }
  await inTransaction(db(), (tx) => createEnqueueRaw(bench.app.deps.queue.boss)(tx, job))
}

describe('the sweeper of the previous release', () => {
  /** The statements of that release, which does not have the new jobs. */
  const sweepFiles = () =>
    sql`update file set status = 'error', failure_code = 'gave_up', failure_message = 'x', completed_at = now()
      where status = 'processing' and kind <> 'survey' and started_at < now() - interval '1 minute'`.execute(
      db(),
    )
  const sweepMedia = () =>
    sql`update survey_media m set recording_failure_code = 'gave_up', recording_failure_message = 'x'
      where m.status = 'LINKED' and m.recording_failure_code is null and m.linked_at < now() - interval '1 minute'`.execute(
      db(),
    )

  it('does not fail a file whose recording has a job, and fails it without one', async () => {
    const one = await importTone()
    await idOf(one)
    await sweepFiles()
    expect((await readOutcome(db(), one)).state).toBe('processing')
    expect(await failStuckRecordings(db(), 'file', { failure: gaveUp, reason: 'any' })).toBe(0)
    await deleteJobs()
    await sweepFiles()
    expect((await readOutcome(db(), one)).state).toBe('error')
  })

  it('does not fail a media file whose recording has a job, and fails it without one', async () => {
    const { upload_key: key } = await beginSurvey(bench.app.url, bench.token, bench.projectId, {
      media_config: {},
    })
    await postSurvey(bench.app.url, bench.token, `${key}/media/register`, { files: ['a.mp4'] })
    const { rows } = await sql<{ id: number }>`
      update survey_media m set status = 'LINKED', media_level = 'RESPONDENT', respondent_id = 1, object_key = 'a', linked_at = now() - interval '2 minutes' from survey s
      where s.id = m.survey_id and s.upload_key = ${key} returning m.id`.execute(db())
    const id = rows[0]?.id ?? 0
    const failure = async () =>
      (
        await sql<{ code: string | null }>`
          select recording_failure_code as code from survey_media where id = ${id}`.execute(db())
      ).rows[0]?.code
    await inTransaction(db(), (tx) =>
      enqueueStep(bench.app.deps.enqueue, tx, { owner: 'media', id, teamId: 1 }, 'process'),
    )
    await sweepMedia()
    expect(await failStuckRecordings(db(), 'media', { failure: gaveUp, reason: 'any' })).toBe(0)
    expect(await failure()).toBeNull()
    await deleteJobs()
    await sweepMedia()
    expect(await failure()).toBe('gave_up')
  })
})

describe('jobs in the queues of the previous release', () => {
  it('keep their recordings from counting as stuck and are run by a new worker', { timeout }, async () => {
    const [uploaded, converted] = [await importTone(), await importTone()]
    const [uploadedId, convertedId] = [await idOf(uploaded), await idOf(converted)]
    await deleteJobs()
    const { store } = bench.app.deps
    const content = await readFile(tone)
    const speechKey = 'derived/rolling/speech.wav'
    await store.write(speechKey, content, { contentType: 'audio/wav', bytes: content.length })
    const speech = await store.head(speechKey)
    await inTransaction(db(), async (tx) => {
      const recordingId = await insertRecording(tx, {
        durationMs: 1000,
        hasVideo: false,
        hasAudio: true,
        renditionKey: 'derived/rolling/rendition',
        renditionType: 'audio/mp4',
        posterKey: null,
        waveform: null,
        speech,
        notices: [],
      })
      await sql`update file set recording_id = ${recordingId} where id = ${convertedId}`.execute(tx)
    })
    await enqueueLegacy('process-file', { v: 1, fileId: uploadedId })
    await enqueueLegacy('transcribe-file', { v: 1, fileId: convertedId })
    expect(await failStuckRecordings(db(), 'file', { failure: gaveUp, reason: 'any' })).toBe(0)
    bench.startWorker()
    const outcomes = await waitForFinal(db(), [uploaded, converted], timeout)
    expect(outcomes.map(({ state }) => state)).toEqual(['completed', 'completed'])
  })
})
