/** Transcription by a speech server, and the export formats. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type LoopbackServer,
  serverKey,
  startSpeechServer,
} from '../../../../processors/test/speech/speech-server.ts'
import { countWordErrors } from '../../../../processors/test/speech/word-errors.ts'
import { testEnv } from '../../../test/harness/config.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { callApi, type Import, waitForFinal } from '../../../test/harness/imports.ts'
import {
  hasSpeechSamples,
  readRecording,
  readSegments,
  speechClips,
} from '../../../test/harness/recordings.ts'
import { exportTranscript, transcriptFormats } from './export-transcript.ts'

const timeout = 300_000

let bench: ImportBench
let speechServer: LoopbackServer
let dir: string
let germanProject: number
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inlet-speech-server-'))
  speechServer = await startSpeechServer(testEnv('')['INLET_MODELS_DIR'] ?? '', dir)
  bench = await openImportBench({
    env: {
      INLET_SPEECH_ENGINES: 'local,http',
      INLET_SPEECH_URL: speechServer.url,
      INLET_SPEECH_API_KEY: serverKey,
      INLET_SPEECH_MODEL: 'loopback',
    },
  })
  const made = await callApi(bench.app.url, bench.token, '/projects/create', {
    name: 'Gespräche',
    transcript_language: 'de-DE',
  })
  germanProject = ((await made.json()) as { id: number }).id
})
afterAll(async () => {
  await bench.close()
  await speechServer.stop()
  await rm(dir, { recursive: true, force: true })
})

async function recordingIdOf({ key }: Import): Promise<number> {
  const { rows } = await sql<{ recording_id: number }>`
    select recording_id from file where key = ${key}`.execute(bench.app.deps.db)
  return rows[0]?.recording_id ?? 0
}

describe.runIf(hasSpeechSamples)('a project in a language the local engine does not support', () => {
  it('is transcribed by the server, also after temporary errors, and exported in every format', {
    timeout,
  }, async () => {
    // The speech is English; the test checks which engine is used and for which language.
    speechServer.mishaps.push('busy', 'broken', 'cut')
    speechServer.retryAfter = '1'
    const clips = (await speechClips()).slice(0, 3)
    const imports: Import[] = []
    for (const clip of clips) {
      imports.push(
        await bench.importFile(clip.name, await openAsBlob(clip.path), { projectId: germanProject }),
      )
    }
    const outcomes = await waitForFinal(bench.app.deps.db, imports, timeout)
    expect(outcomes.map((outcome) => outcome.state)).toEqual(clips.map(() => 'completed'))
    expect(new Set(speechServer.seen.flatMap(({ fields }) => fields.get('language') ?? []))).toEqual(
      new Set(['de']),
    )
    for (const [i, one] of imports.entries()) {
      expect(await readRecording(bench.app.deps.db, one)).toMatchObject({
        engine: 'http',
        model: 'loopback',
        language: 'de-DE',
      })
      const heard = (await readSegments(bench.app.deps.db, one)).map((segment) => segment.text).join(' ')
      const { errors, words } = countWordErrors(clips[i]?.text ?? '', heard)
      expect(errors / words).toBeLessThanOrEqual(0.1)
    }

    const [first] = imports
    if (!first) throw new Error('Nothing was imported.')
    const recordingId = await recordingIdOf(first)
    const written = await Promise.all(
      transcriptFormats.map((format) => exportTranscript(bench.app.deps.db, recordingId, format)),
    )
    const [txt = '', srt = '', vtt = '', json = ''] = written
    expect(txt).toMatch(/\w+ \w+/)
    expect(srt).toMatch(/^1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\n/)
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:\d\d\.\d{3} --> /)
    expect(JSON.parse(json)).toMatchObject({ engine: 'http', model: 'loopback', language: 'de-DE' })
  })
})
