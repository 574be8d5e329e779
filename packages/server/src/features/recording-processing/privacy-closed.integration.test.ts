/** A protected recording stays closed when something is missing; settings apply as they were when the import started. */
import { openAsBlob } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answerJson, startServer } from '../../../../processors/test/loopback-server.ts'
import {
  type LoopbackServer,
  serverKey,
  startSpeechServer,
} from '../../../../processors/test/speech/speech-server.ts'
import { testEnv } from '../../../test/harness/config.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import {
  beginImport,
  callApi,
  completeImport,
  type Import,
  makeProject,
  uploadTo,
  waitForFinal,
} from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import {
  makePrivateProject,
  readPrivateState,
  speakSentences,
  textOf,
} from '../../../test/harness/private-recordings.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { readRecording, readSegments } from '../../../test/harness/recordings.ts'
import { addMedia, importNow, makeSurvey, makeSurveyOwner } from '../../../test/harness/surveys.ts'
import { type Visitor, visitAs } from '../../../test/harness/visitors.ts'
import { expireLeases, skipRetryDelays } from '../../../test/harness/worker-recovery.ts'
import { eraseProject } from '../maintenance/erasure/erase-project.ts'

const timeout = 1_800_000
const redacting = { redact_pii: true }
let bench: ImportBench
let visitor: Visitor
let dir: string
let talk: Blob
beforeAll(async () => {
  bench = await openImportBench({ workers: 0 })
  visitor = await visitAs(bench.app, bench.user)
  dir = await mkdtemp(join(tmpdir(), 'inlet-closed-'))
  // Programs in the sandbox run as the user `nobody` and must be able to enter the folder.
  await chmod(dir, 0o711)
  talk = await openAsBlob(
    await speakSentences(dir, 'talk.mp4', [
      'My name is Jennifer Thompson and I like tea.',
      'We looked at the new screens.',
    ]),
  )
})
afterEach(async () => {
  for (const worker of bench.workers.splice(0)) await stopProcess(worker, 'SIGKILL')
  await expireLeases(bench.app.deps.db)
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db

interface Status {
  status: string
  file_url: string | null
  error_reason?: string
  notices?: string[]
}
const statusOf = async ({ key }: Import, token = bench.token) =>
  (await (await callApi(bench.app.url, token, `/files/${key}/status`)).json()) as Status

async function finish(token: string, one: Import): Promise<void> {
  await uploadTo(one, talk)
  await completeImport(bench.app.url, token, one)
}

async function importAs(token: string, projectId: number, name: string): Promise<Import> {
  const one = await beginImport(bench.app.url, token, projectId, 'files', name)
  await finish(token, one)
  return one
}

async function settle(imports: Import[]): Promise<void> {
  await waitFor(
    async () => {
      await skipRetryDelays(db())
      const all = await Promise.all(imports.map((one) => readPrivateState(db(), one)))
      return all.every(({ status }) => status === 'completed' || status === 'error')
    },
    timeout,
    300,
  )
}

const isGone = async (key: string) => (await bench.app.deps.store.head(key)) === null

describe('settings', () => {
  let speech: LoopbackServer
  let begun: Import
  let plain: Import
  let denied: Import
  let silent: Import
  let empty: Import
  let numbered: Import
  let allNumbered: Import
  let other: Awaited<ReturnType<typeof makeCaller>>
  let privateProject: number
  let surveyId: number

  // All are processed at once, because starting workers and waiting takes most of the time.
  beforeAll(async () => {
    speech = await startSpeechServer(testEnv('')['INLET_MODELS_DIR'] ?? '', dir)
    speech.style = 'diarized'
    speech.speakers = ['Maria Santos', bench.user.name]
    await begin()
    bench.startWorker({
      INLET_SPEECH_ENGINES: 'local,http',
      INLET_SPEECH_URL: speech.url,
      INLET_SPEECH_API_KEY: serverKey,
      INLET_WORKER_SLOTS: '4',
    })
    await waitForFinal(db(), [begun, plain, denied, silent, empty, numbered, allNumbered], timeout)
    await waitFor(async () => (await readMedia()) !== undefined, timeout, 200)
  }, timeout)
  afterAll(() => speech.stop())

  async function begin(): Promise<void> {
    const { url } = bench.app
    privateProject = await makePrivateProject(bench, redacting)
    const openProject = await makeProject(url, bench.token)
    begun = await beginImport(url, bench.token, privateProject, 'files', 'on.mp4')
    plain = await beginImport(url, bench.token, openProject, 'files', 'off.mp4')
    await sql`update project set auto_pii_enabled = false, privacy = '{}' where id = ${privateProject}`.execute(
      db(),
    )
    await sql`
      update project set auto_pii_enabled = true, privacy = '{"remove_audio": true}' where id = ${openProject}`.execute(
      db(),
    )
    for (const one of [begun, plain]) await finish(bench.token, one)
    const importInto = async (settings: object, name: string) =>
      importAs(bench.token, await makePrivateProject(bench, settings), name)
    denied = await importInto(
      { ...redacting, remove_audio: true, auto_pii_enabled_at_project_level: false },
      'denied.mp4',
    )
    empty = await importInto({ remove_audio: true, remove_video: true }, 'nothing.mp4')
    // The local engine does not support German, so the speech server is used, which identifies speakers.
    const told = { transcript_language: 'de-DE', blank_video: true }
    numbered = await importInto({ ...told, speaker_anonymization: 'only_participants' }, 'numbered.mp4')
    allNumbered = await importInto(
      { ...told, speaker_anonymization: 'participants_and_researchers' },
      'all-numbered.mp4',
    )
    other = await makeCaller(bench.app)
    await sql`update team set deletes_originals = true where id = ${other.team.id}`.execute(db())
    const silentProject = await makePrivateProject(
      { app: bench.app, token: other.token },
      { remove_audio: true, blank_video: true },
    )
    silent = await importAs(other.token, silentProject, 'silent.mp4')
    await beginSurvey()
  }

  async function beginSurvey(): Promise<void> {
    const { deps } = bench.app
    const owner = await makeSurveyOwner(deps)
    await sql`
      update project set auto_pii_enabled = true, privacy = '{"redact_pii": true}' where id = ${owner.projectId}`.execute(
      db(),
    )
    surveyId = await makeSurvey(deps, {
      owner,
      parts: ['Clip\nclip.mp4\n'],
      columnMapping: { Clip: 'MEDIA_RESPONSE' },
      autoMap: false,
    })
    await addMedia(deps, surveyId, 'clip.mp4', Buffer.from(await talk.arrayBuffer()))
    expect((await importNow(deps, surveyId)).status).toBe('COMPLETED')
  }

  /** Undefined while it is processed. */
  async function readMedia(): Promise<string | undefined> {
    const { rows } = await sql<{ text: string | null; code: string | null }>`
      select m.recording_failure_code as code,
        (select string_agg(text, ' ') from transcript_segment where recording_id = m.recording_id) as text
      from survey_media m where m.survey_id = ${surveyId}`.execute(db())
    return rows[0]?.text ?? rows[0]?.code ?? undefined
  }

  it('apply as they were when the import started', async () => {
    expect(textOf(await readSegments(db(), begun))).toContain('[name]')
    expect(textOf(await readSegments(db(), plain))).toContain('Jennifer')
    const shown = await readRecording(db(), begun)
    expect(new URL((await statusOf(begun)).file_url ?? '').pathname).toContain(shown?.rendition_key ?? '-')
    const read = (one: Import) => visitor.read<object>(`/recordings/file/${one.key}`)
    expect(await read(begun)).toMatchObject({
      is_private: true,
      protections: ['words_redacted', 'words_beeped'],
      original_url: null,
    })
    expect(await read(plain)).toMatchObject({
      is_private: false,
      protections: [],
      original_url: expect.stringContaining('http'),
    })
  })

  it('have no effect without the switch or with the switch off', async () => {
    expect(textOf(await readSegments(db(), denied))).toContain('Jennifer')
    expect((await readPrivateState(db(), denied)).privacy).toBeNull()
    expect((await statusOf(denied)).file_url).not.toBeNull()
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from file where key = ${denied.key} and closed_recording_id is null`.execute(db())
    expect(rows[0]?.n).toBe(1)
  })

  it('that remove the sound leave no transcript, and delete the original if the team keeps none', async () => {
    expect(await statusOf(silent, other.token)).toMatchObject({
      status: 'completed',
      notices: [expect.stringContaining('remove the sound')],
    })
    expect(await readRecording(db(), silent)).toMatchObject({
      engine: 'none',
      has_video: true,
      peak_count: null,
    })
    expect(await readSegments(db(), silent)).toEqual([])
    const state = await readPrivateState(db(), silent)
    expect(state).toMatchObject({
      original_deleted_at: expect.any(Date),
      privacy: { picture: 'blank', sound: 'removed' },
    })
    const { rows } = await sql`
      select from object_trash where object_key = ${state.object_key} and due_at <= now()`.execute(db())
    expect(rows.length === 1 || (await isGone(state.object_key))).toBe(true)
  })

  it('that leave nothing fail the recording with that reason', async () => {
    expect(await readPrivateState(db(), empty)).toMatchObject({
      status: 'error',
      failure_code: 'nothing_left',
      recording_id: null,
      closed_recording_id: null,
    })
    expect((await statusOf(empty)).file_url).toBeNull()
  })

  it('apply to media of surveys too', async () => {
    expect(await readMedia()).toContain('[name]')
    expect(await readMedia()).not.toContain('Jennifer')
  })

  it('replace the names of speakers by numbers everywhere', async () => {
    const everything = async (one: Import) => {
      const path = `/recordings/file/${one.key}`
      const texts = [
        '',
        '/transcript',
        '/captions.vtt',
        '/transcript/txt',
        '/transcript/srt',
        '/transcript/json',
      ]
      const answers = await Promise.all(texts.map((end) => visitor.get(`${path}${end}`)))
      return (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
    }
    const some = await everything(numbered)
    expect(some).toContain('Participant 1')
    expect(some).toContain(bench.user.name)
    expect(some).not.toMatch(/maria|santos/i)
    const all = await everything(allNumbered)
    expect(all).toContain('Participant 1')
    expect(all).toContain('Researcher 1')
    expect(all).not.toMatch(/maria|santos/i)
    expect(all).not.toContain(bench.user.name)
    expect((await readPrivateState(db(), allNumbered)).privacy).toMatchObject({ aliases: 2 })
  })

  it('keep nothing of an erased recording: upload, protected version, transcript', async () => {
    const [state, shown] = [await readPrivateState(db(), begun), await readRecording(db(), begun)]
    await eraseProject(bench.app.deps, privateProject)
    expect(await isGone(state.object_key)).toBe(true)
    expect(await isGone(shown?.rendition_key ?? '')).toBe(true)
    const { rows } = await sql`
      select from transcript_segment where recording_id = ${state.recording_id}`.execute(db())
    expect(rows).toEqual([])
  })
})

describe('a protected recording', () => {
  it('stays closed without analyzer or detector, and is protected by a retry', {
    timeout,
  }, async () => {
    let isDown = true
    const analyzer = await startServer((_asked, response) => {
      if (isDown) response.socket?.destroy()
      else answerJson(response, [])
    })
    const models = join(dir, 'models')
    const from = testEnv('')['INLET_MODELS_DIR'] ?? ''
    const give = async (...names: string[]) => {
      for (const name of names) await cp(join(from, name), join(models, name), { recursive: true })
    }
    await mkdir(models)
    await give('moonshine-tiny-en', 'silero_vad_v6.onnx')
    const words = await importAs(bench.token, await makePrivateProject(bench, redacting), 'words.mp4')
    const faces = await importAs(
      bench.token,
      await makePrivateProject(bench, { anonymize_video: 'blur_faces' }),
      'faces.mp4',
    )
    bench.startWorker({
      INLET_PRIVACY_PRESIDIO_URL: analyzer.baseUrl,
      INLET_MODELS_DIR: models,
      INLET_LOG_LEVEL: 'silent',
    })
    await settle([words, faces])
    for (const [one, code] of [
      [words, 'analyzer_unreachable'],
      [faces, 'detector_missing'],
    ] as const) {
      expect(await readPrivateState(db(), one)).toMatchObject({
        status: 'error',
        failure_code: code,
        recording_id: null,
        closed_recording_id: null,
      })
      expect(await statusOf(one)).toMatchObject({
        file_url: null,
        error_reason: expect.stringContaining('could not be protected'),
      })
      expect(await visitor.read(`/recordings/file/${one.key}`)).toMatchObject({
        is_private: true,
        can_retry: true,
        rendition_path: null,
        original_url: null,
      })
    }
    isDown = false
    await give('retinaface', 'ppocr')
    for (const one of [words, faces])
      expect((await visitor.post(`/recordings/file/${one.key}/retry`, {})).status).toBe(202)
    await settle([words, faces])
    for (const one of [words, faces])
      expect(await readPrivateState(db(), one)).toMatchObject({ status: 'completed', failure_code: null })
    expect(textOf(await readSegments(db(), words))).toContain('[name]')
    expect(textOf(await readSegments(db(), words))).not.toContain('Jennifer')
    expect(await visitor.read(`/recordings/file/${faces.key}`)).toMatchObject({
      protections: ['faces_covered', 'text_covered'],
    })
    // Found by its protected transcript.
    const hits = async (q: string) =>
      (await visitor.read<{ hits: { key: string }[] }>(`/search?q=${q}`)).hits.filter(
        ({ key }) => key === words.key,
      ).length
    await waitFor(async () => (await hits('screens')) > 0, timeout)
    expect(await hits('jennifer')).toBe(0)
    await analyzer.stop()
  })
})
