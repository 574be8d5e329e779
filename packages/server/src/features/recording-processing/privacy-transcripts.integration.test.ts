/** Privacy settings and transcripts that are uploaded with their recording. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { callApi, type Import, waitForFinal } from '../../../test/harness/imports.ts'
import {
  makePrivateProject,
  readPrivateState,
  speakSentences,
  textOf,
  transcribe,
} from '../../../test/harness/private-recordings.ts'
import { ffmpeg, readRecording, readSegments } from '../../../test/harness/recordings.ts'
import { exportTranscript } from './export-transcript.ts'

const timeout = 300_000
let bench: ImportBench
let dir: string
let talk: string
beforeAll(async () => {
  bench = await openImportBench()
  dir = await mkdtemp(join(tmpdir(), 'inlet-transcripts-'))
  talk = await speakSentences(dir, 'talk.wav', [
    'The weather was pleasant that morning.',
    'My name is Jennifer Thompson and I live nearby.',
    'We looked at the new screens together.',
  ])
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db
const isUnderstood = (text: string) => /jennifer|thompson/i.test(text)

/** Cues of the sentences. The speech starts after a second; the second sentence between 4 and 9 seconds. */
const vtt = (sentence: string) =>
  `WEBVTT\n\n00:00.500 --> 00:04.000\n<v Ada Moderator>The weather was pleasant that morning.\n\n00:03.500 --> 00:09.000\n<v Jennifer Thompson>${sentence}\n\n00:09.000 --> 00:12.000\n<v Moderator>We looked at the new screens together.\n`

async function importTalk(settings: object, content: string, path = talk): Promise<Import> {
  const projectId = await makePrivateProject(bench, settings)
  const transcript = { name: 'talk.vtt', content }
  const one = await bench.importFile('talk.wav', await openAsBlob(path), { projectId, transcript })
  await waitForFinal(db(), [one], timeout)
  return one
}

async function listen({ key }: Import): Promise<string> {
  const answer = await callApi(bench.app.url, bench.token, `/files/${key}/status`)
  const { file_url } = (await answer.json()) as { file_url: string | null }
  const path = join(dir, `${key}.m4a`)
  await writeFile(path, Buffer.from(await (await fetch(file_url ?? '')).arrayBuffer()))
  return textOf(await transcribe(dir, path))
}

async function expectNoTrace(one: Import): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from transcript_segment where text ~* 'jennifer|thompson' or speaker ~* 'jennifer|thompson'`.execute(
    db(),
  )
  expect(rows[0]?.n).toBe(0)
  const { rows: files } = await sql<{ key: string | null }>`
    select coalesce(transcript_key, transcript_upload_key) as key from file where key = ${one.key}`.execute(
    db(),
  )
  expect(files[0]?.key).toBeNull()
}

describe('the transcript of a protected recording', () => {
  it('is redacted, its speakers get aliases, and the words are beeped', { timeout }, async () => {
    const one = await importTalk({ redact_pii: true }, vtt('My name is Jennifer Thompson and I live nearby.'))
    const { status, recording_id, privacy } = await readPrivateState(db(), one)
    expect(status).toBe('completed')
    expect(await readRecording(db(), one)).toMatchObject({ engine: 'import', model: 'webvtt' })
    expect(textOf(await readSegments(db(), one))).toContain('My name is [name] and I live nearby.')
    const srt = (await exportTranscript(db(), recording_id ?? 0, 'srt')) ?? ''
    expect(srt).not.toMatch(/ada|jennifer|thompson/i)
    expect(srt).toMatch(/Participant 1: The weather/)
    expect(srt).toMatch(/Moderator: We looked/)
    expect(privacy).toMatchObject({ redactions: 1, aliases: 2 })
    const heard = await listen(one)
    expect(isUnderstood(heard)).toBe(false)
    expect(heard.toLowerCase()).toContain('weather')
    await expectNoTrace(one)
  })

  it('does not unprotect what it leaves out', { timeout }, async () => {
    const one = await importTalk({ redact_pii: true }, vtt('My name is X and I live nearby.'))
    expect(await readPrivateState(db(), one)).toMatchObject({ status: 'completed' })
    expect(textOf(await readSegments(db(), one))).toContain('My name is')
    expect(isUnderstood(await listen(one))).toBe(false)
  })

  it('is not shown if the sound is removed', { timeout }, async () => {
    const video = join(dir, 'talk.mp4')
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=160x90:rate=5:duration=12',
      '-i',
      talk,
      '-shortest',
      video,
    )
    const projectId = await makePrivateProject(bench, { remove_audio: true })
    const transcript = { name: 'talk.vtt', content: vtt('My name is Jennifer Thompson.') }
    const one = await bench.importFile('talk.mp4', await openAsBlob(video), { projectId, transcript })
    await waitForFinal(db(), [one], timeout)
    expect(await readPrivateState(db(), one)).toMatchObject({ status: 'completed' })
    expect(await readSegments(db(), one)).toEqual([])
    await expectNoTrace(one)
  })

  it('needs times to be beeped, and fails closed without them', { timeout }, async () => {
    const long = join(dir, 'long.wav')
    await ffmpeg('-i', talk, '-af', 'apad=pad_dur=150', long)
    const content = 'Ada: The weather was pleasant.\nBob: My name is Jennifer Thompson.\nAda: Thanks.'
    const one = await importTalk({ redact_pii: true }, content, long)
    expect(await readPrivateState(db(), one)).toMatchObject({
      status: 'error',
      failure_code: 'transcript_untimed',
      recording_id: null,
      closed_recording_id: null,
    })
    await expectNoTrace(one)
    // Without beeps there is nothing to locate.
    const settings = { redact_pii: true, pii_redaction_type: ['transcript'] }
    const redacted = await importTalk(settings, content, long)
    expect(await readPrivateState(db(), redacted)).toMatchObject({ status: 'completed' })
    expect(textOf(await readSegments(db(), redacted))).toContain('[name]')
  })
})
