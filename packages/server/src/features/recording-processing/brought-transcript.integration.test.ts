/** Transcripts that are uploaded with their recording, through the whole service. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { beginImport, callApi, type Import, uploadTo, waitForFinal } from '../../../test/harness/imports.ts'
import { ffmpeg, readRecording, readSegments } from '../../../test/harness/recordings.ts'
import { send, startSourceServer } from '../../../test/harness/source-server.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { exportTranscript, transcriptFormats } from './export-transcript.ts'
import { importEngine, insertRecording, insertTranscript } from './recording-processing.repo.ts'
import { retryRecording } from './retry-recording.ts'

const timeout = 300_000
let bench: ImportBench
let dir: string
let tone: string
beforeAll(async () => {
  bench = await openImportBench({ settings: { INLET_DOWNLOAD_ALLOWED: '127.0.0.1' } })
  dir = await mkdtemp(join(tmpdir(), 'inlet-transcripts-'))
  tone = join(dir, 'tone.wav')
  await ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=440:duration=10', tone)
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db
const vtt =
  'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Jane>Hello there.\n\n00:03.000 --> 00:04.500\n<v Bob>Grüße &amp; bye.\n'

async function importTone(
  transcript: { name: string; content: string },
  projectId?: number,
): Promise<Import> {
  const options = projectId === undefined ? {} : { projectId }
  const one = await bench.importFile('talk.wav', await openAsBlob(tone), { ...options, transcript })
  await waitForFinal(db(), [one], timeout)
  return one
}

async function statusOf({ key }: Import): Promise<Record<string, unknown>> {
  const answer = await callApi(bench.app.url, bench.token, `/files/${key}/status?include=details`)
  return (await answer.json()) as Record<string, unknown>
}

interface TranscriptRow {
  id: number
  team_id: number
  recording_id: number | null
  transcript_name: string | null
  transcript_upload_key: string | null
  transcript_key: string | null
}

async function rowOf({ key }: Import): Promise<TranscriptRow> {
  const { rows } = await sql<TranscriptRow>`
    select id, team_id, recording_id, transcript_name, transcript_upload_key, transcript_key from file
    where key = ${key}`.execute(db())
  const [row] = rows
  if (!row) throw new Error('The file does not exist.')
  return row
}

/** Jobs of a recording, finished ones too. Only `transcribe-recording` starts a speech engine. */
async function countSpeechJobs({ key }: Import): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select j.name from job.job j join file f on j.data ->> 'id' = f.id::text and j.data ->> 'owner' = 'file'
    where f.key = ${key}`.execute(db())
  expect(rows.map(({ name }) => name)).toContain('process-recording')
  return rows.filter(({ name }) => name === 'transcribe-recording').length
}

describe('a recording with its transcript', () => {
  it('has the speakers, words and times of the file, and is not transcribed', { timeout }, async () => {
    const one = await importTone({ name: 'talk.vtt', content: vtt })
    expect(await statusOf(one)).toMatchObject({ status: 'completed', error_code: null, notices: [] })
    const recording = await readRecording(db(), one)
    expect(recording).toMatchObject({
      engine: 'import',
      model: 'webvtt',
      language: 'en-US',
      speech_key: null,
    })
    expect((await readSegments(db(), one)).map((s) => [s.start_ms, s.end_ms, s.text, s.words])).toEqual([
      [1000, 2000, 'Hello there.', ['Hello', 'there.']],
      [3000, 4500, 'Grüße & bye.', ['Grüße', '&', 'bye.']],
    ])
    const speechJobs = await countSpeechJobs(one)
    process.stdout.write(`transcripts speech_jobs=${speechJobs}\n`)
    expect(speechJobs).toBe(0)
    const row = await rowOf(one)
    expect(row).toMatchObject({
      transcript_name: 'talk.vtt',
      transcript_upload_key: null,
      transcript_key: null,
    })
    const json = (await exportTranscript(db(), row.recording_id ?? 0, 'json')) ?? ''
    expect(json).toContain('"speaker": "Bob"')
  })

  it.each(transcriptFormats)(
    'is the same after its export as %s is imported again',
    { timeout },
    async (format) => {
      const content =
        'WEBVTT\n\n00:00.500 --> 00:02.000\n<v Jane>Hello there.\n\n00:03.000 --> 00:04.500\n<v Bob>Grüße.\n\n00:05.000 --> 00:06.500\n<v Jane>Again.\n\n00:07.000 --> 00:08.000\n<v Bob>Bye.\n'
      const exported = async (one: Import) =>
        (await exportTranscript(db(), (await rowOf(one)).recording_id ?? 0, format)) ?? ''
      const first = await exported(await importTone({ name: 'talk.vtt', content }))
      const again = await exported(await importTone({ name: `talk.${format}`, content: first }))
      const model = /"model": "\w+"/
      process.stdout.write(
        `transcripts round_trip=${format} equal=${first.replace(model, '') === again.replace(model, '')}\n`,
      )
      expect(again.replace(model, '')).toBe(first.replace(model, ''))
    },
  )

  it('needs no speech engine for its language', { timeout }, async () => {
    const made = await callApi(bench.app.url, bench.token, '/projects/create', {
      name: 'Gespräche',
      transcript_language: 'de-DE',
    })
    const { id } = (await made.json()) as { id: number }
    const one = await importTone(
      { name: 'talk.srt', content: '1\n00:00:01,000 --> 00:00:02,000\nGuten Tag.' },
      id,
    )
    expect(await statusOf(one)).toMatchObject({ status: 'completed', notices: [] })
    expect(await readRecording(db(), one)).toMatchObject({
      engine: 'import',
      model: 'srt',
      language: 'de-DE',
    })
  })

  it('says what does not match', { timeout }, async () => {
    const content =
      'WEBVTT\nLanguage: fr\n\n00:01.000 --> 00:02.000\nBonjour.\n\n00:09.000 --> 00:30.000\nAu revoir.'
    const { notices } = await statusOf(await importTone({ name: 'talk.vtt', content }))
    expect(notices).toEqual([
      expect.stringContaining('longer than the recording'),
      expect.stringContaining('language of the uploaded transcript differs'),
    ])
  })

  it('is transcribed if the transcript was never uploaded', { timeout }, async () => {
    const one = await beginImport(
      bench.app.url,
      bench.token,
      bench.projectId,
      'files',
      'talk.wav',
      'talk.vtt',
    )
    await uploadTo(one, await openAsBlob(tone))
    await callApi(bench.app.url, bench.token, `/files/${one.key}/complete`, {})
    await waitForFinal(db(), [one], timeout)
    expect(await readRecording(db(), one)).toMatchObject({ engine: 'local', notices: ['no_speech'] })
    expect(await countSpeechJobs(one)).toBe(1)
  })

  it('may be downloaded from a URL while its transcript is uploaded', { timeout }, async () => {
    const source = await startSourceServer()
    try {
      source.paths.set('/talk.wav', send(await readFile(tone)))
      const begun = await callApi(bench.app.url, bench.token, '/files/initialize', {
        project_id: bench.projectId,
        file_name: 'talk.wav',
        upload_type: 'url',
        source_url: `${source.url}/talk.wav`,
        transcript_file_name: 'talk.vtt',
      })
      const { wav_key, transcript } = (await begun.json()) as {
        wav_key: string
        transcript: Import['descriptor']
      }
      const one: Import = { kind: 'files', key: wav_key, descriptor: transcript }
      expect(await uploadTo(one, vtt)).toBeLessThan(300)
      await callApi(bench.app.url, bench.token, `/files/${wav_key}/complete`, {})
      await waitForFinal(db(), [one], timeout)
      expect(await readRecording(db(), one)).toMatchObject({ engine: 'import', model: 'webvtt' })
      expect(await rowOf(one)).toMatchObject({ transcript_upload_key: null, transcript_key: null })
    } finally {
      await source.close()
    }
  })

  it.each([
    ['talk.json', '{"segments": [', 'transcript_unreadable'],
    ['talk.txt', 'Just some prose.', 'transcript_unreadable'],
    ['talk.vtt', 'WEBVTT\n\n10:00.000 --> 20:00.000\nLate.', 'transcript_mismatch'],
  ])(
    'fails with a reason for an unusable %s, can be played, and is transcribed by a retry',
    { timeout },
    async (name, content, code) => {
      const one = await importTone({ name, content })
      const status = await statusOf(one)
      expect(status).toMatchObject({ status: 'error', error_code: code })
      expect(String(status['error_reason'])).toMatch(/transcript.*a retry ignores/)
      const recording = await readRecording(db(), one)
      expect(await bench.app.deps.store.head(recording?.rendition_key ?? '')).not.toBeNull()
      const { id, team_id: teamId, transcript_key } = await rowOf(one)
      expect(transcript_key).toBeNull()
      const { enqueue } = bench.app.deps
      await inTransaction(db(), (tx) => retryRecording(enqueue, tx, { owner: 'file', id, teamId }))
      await waitForFinal(db(), [one], timeout)
      expect(await readRecording(db(), one)).toMatchObject({ engine: 'local' })
    },
  )

  it('keeps 100,000 cues', { timeout }, async () => {
    const segments = Array.from({ length: 100_000 }, (_, i) => ({
      startMs: i * 30,
      endMs: i * 30 + 30,
      text: `w${i}`,
      words: [{ text: `w${i}`, startMs: i * 30, endMs: i * 30 + 30, isApproximate: true }],
      withinMs: [i * 30, i * 30 + 30] as const,
      isSuspicious: false,
    }))
    const started = performance.now()
    const id = await inTransaction(db(), async (tx) => {
      const recordingId = await insertRecording(tx, {
        durationMs: 3_000_000,
        hasVideo: false,
        hasAudio: true,
        renditionKey: 'derived/none',
        renditionType: 'audio/mp4',
        posterKey: null,
        waveform: null,
        speech: null,
        notices: [],
      })
      const start = { engine: importEngine, model: 'webvtt', language: 'en-US' }
      await insertTranscript(tx, recordingId, start, { segments, isShown: false })
      return recordingId
    })
    process.stdout.write(`transcripts saved=100000 ms=${Math.round(performance.now() - started)}\n`)
    const { rows } = await sql<{ n: number; last: string[] | null }>`
      select count(*) as n, (array_agg(words[1] order by number desc))[1:1] as last from transcript_segment
      where recording_id = ${id}`.execute(db())
    expect(rows[0]).toEqual({ n: 100_000, last: ['w99999'] })
  })
})
