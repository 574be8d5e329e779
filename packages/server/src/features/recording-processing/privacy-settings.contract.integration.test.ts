/** The effect of each privacy field on a recording: one short clip, imported into a project per field. */
import { execFile } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type LoopbackServer,
  serverKey,
  startSpeechServer,
} from '../../../../processors/test/speech/speech-server.ts'
import { testEnv } from '../../../test/harness/config.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { callApi, type Import, waitForFinal } from '../../../test/harness/imports.ts'
import {
  makePrivateProject,
  speakSentences,
  textOf,
  transcribe,
} from '../../../test/harness/private-recordings.ts'
import { ffmpeg } from '../../../test/harness/recordings.ts'
import { type Visitor, visitAs } from '../../../test/harness/visitors.ts'

const run = promisify(execFile)
const timeout = 600_000

/** Video and sound are independent, so most projects test one field of each. */
const projects = {
  defaults: { redact_pii: true, pii_redaction_category: [], anonymize_video: 'blur_entire_video' },
  named: { redact_pii: true, pii_redaction_category: [25], remove_video: true },
  inWords: { redact_pii: true, pii_redaction_type: ['transcript'], blank_video: true },
  inSound: { pii_redaction_type: ['audio', 'video'] },
  faces: { anonymize_video: 'blur_faces', remove_audio: true },
  voices: { audio_modulation: true, video_name_blur: true },
  strongest: { remove_video: true, blank_video: true, anonymize_video: 'blur_faces', redact_pii: false },
  nothing: { remove_audio: true, remove_video: true },
  off: { redact_pii: true, remove_audio: true, auto_pii_enabled_at_project_level: false },
  // The local engine does not support German, so the speech server is used, which identifies speakers.
  participants: {
    transcript_language: 'de-DE',
    remove_video: true,
    speaker_anonymization: 'only_participants',
  },
  everybody: {
    transcript_language: 'de-DE',
    remove_video: true,
    speaker_anonymization: 'participants_and_researchers',
  },
}
type Project = keyof typeof projects

let bench: ImportBench
let visitor: Visitor
let speech: LoopbackServer
let dir: string
let clip: string
const imports = {} as Record<Project, Import>

beforeAll(async () => {
  bench = await openImportBench({ workers: 0 })
  visitor = await visitAs(bench.app, bench.user)
  dir = await mkdtemp(join(tmpdir(), 'inlet-settings-'))
  // Programs in the sandbox run as the user `nobody` and must be able to enter the folder.
  await chmod(dir, 0o711)
  clip = await makeClip()
  speech = await startSpeechServer(testEnv('')['INLET_MODELS_DIR'] ?? '', dir)
  speech.style = 'diarized'
  speech.speakers = ['Maria Santos', bench.user.name]
  for (const [name, settings] of Object.entries(projects)) {
    const projectId = await makePrivateProject(bench, settings)
    imports[name as Project] = await bench.importFile(`${name}.mp4`, await openAsBlob(clip), { projectId })
  }
  bench.startWorker({
    INLET_SPEECH_ENGINES: 'local,http',
    INLET_SPEECH_URL: speech.url,
    INLET_SPEECH_API_KEY: serverKey,
    INLET_WORKER_SLOTS: '4',
  })
  await waitForFinal(bench.app.deps.db, Object.values(imports), timeout)
}, timeout)
afterAll(async () => {
  await bench.close()
  await speech.stop()
  await rm(dir, { recursive: true, force: true })
})

/** A name and a place are spoken; the name is also shown in the video, below colour bars. */
async function makeClip(): Promise<string> {
  const spoken = await speakSentences(dir, 'spoken.wav', [
    'My name is Jennifer Thompson and I live in Chicago.',
    'We looked at the new screens together.',
  ])
  const path = join(dir, 'clip.mp4')
  const label = "drawtext=text='Jennifer Thompson':fontsize=48:x=60:y=60:fontcolor=black"
  const picture = `smptebars=size=640x180:rate=10[top];color=white:size=640x180:rate=10,${label}[name];[top][name]vstack`
  const encoding = ['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  await ffmpeg('-f', 'lavfi', '-i', picture, '-i', spoken, ...encoding, path)
  return path
}

interface Status {
  status: string
  file_url: string | null
  error_code: string | null
  notices: string[]
}
const statusOf = async (name: Project) =>
  (await (
    await callApi(bench.app.url, bench.token, `/files/${imports[name].key}/status?include=details`)
  ).json()) as Status

const downloads = new Map<Project, Promise<string>>()
/** The content of file_url, downloaded once. */
function download(name: Project): Promise<string> {
  const known = downloads.get(name)
  if (known) return known
  const fetched = fetchFile(name)
  downloads.set(name, fetched)
  return fetched
}

async function fetchFile(name: Project): Promise<string> {
  const { status, file_url } = await statusOf(name)
  expect([name, status]).toEqual([name, 'completed'])
  const answer = await fetch(file_url ?? '')
  const path = join(dir, `served-${name}`)
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  return path
}

async function tracksOf(path: string): Promise<string[]> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_type',
    '-of',
    'csv=p=0',
    path,
  ])
  return stdout.split('\n').filter(Boolean).toSorted()
}

async function durationOf(path: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  return Number((await run('ffprobe', args)).stdout)
}

async function frameOf(path: string): Promise<Buffer> {
  const args = [
    '-v',
    'error',
    '-ss',
    '1',
    '-i',
    path,
    '-frames:v',
    '1',
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
    '-',
  ]
  return (await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64e6 })).stdout
}

/** How much the brightness changes from pixel to pixel: high with fine detail, zero in a plain image. */
async function detailOf(path: string): Promise<number> {
  const frame = await frameOf(path)
  let sum = 0
  for (let i = 1; i < frame.length; i += 1) sum += ((frame[i] ?? 0) - (frame[i - 1] ?? 0)) ** 2
  return sum / frame.length
}

/** Whether the colour bars in the upper half of the video have changed. */
async function barsDiffer(path: string): Promise<boolean> {
  const [before, after] = await Promise.all([frameOf(clip), frameOf(path)])
  expect(after.length).toBe(before.length)
  const changed = before.subarray(0, 640 * 150).filter((value, i) => Math.abs(value - (after[i] ?? 0)) > 24)
  return changed.length > 640
}

async function readsName(path: string): Promise<boolean> {
  const png = join(dir, 'frame.png')
  await ffmpeg('-ss', '1', '-i', path, '-frames:v', '1', '-vf', 'scale=1920:-1', png)
  const { stdout } = await run('tesseract', [png, '-', '--psm', '11'])
  return /jennifer|thompson/i.test(stdout)
}

const transcriptOf = async (name: Project) =>
  (await visitor.get(`/recordings/file/${imports[name].key}/transcript/txt`)).text()
const spokenIn = async (name: Project) => textOf(await transcribe(dir, await download(name))).toLowerCase()

describe('a privacy field', () => {
  it('is tested on a clip in which a name is spoken and shown', { timeout }, async () => {
    expect(textOf(await transcribe(dir, clip)).toLowerCase()).toMatch(/jennifer.*chicago/)
    expect(await readsName(clip)).toBe(true)
    expect(await tracksOf(clip)).toEqual(['audio', 'video'])
  })

  it('PRV-1 PRV-2 PRV-3 redact_pii with an empty category list hides the default set in words and sound', {
    timeout,
  }, async () => {
    const text = await transcriptOf('defaults')
    expect(text).toContain('[name]')
    expect(text).toContain('[location]')
    expect(text).not.toMatch(/jennifer|thompson|chicago/i)
    expect(await spokenIn('defaults')).not.toMatch(/jennifer|thompson|chicago/)
  })

  it('PRV-2 pii_redaction_category limits redaction to what it names', { timeout }, async () => {
    const text = await transcriptOf('named')
    expect(text).toContain('[location]')
    expect(text).toMatch(/jennifer/i)
    expect(text).not.toMatch(/chicago/i)
  })

  it('PRV-3 pii_redaction_type limits redaction to the transcript', { timeout }, async () => {
    expect(await transcriptOf('inWords')).not.toMatch(/jennifer/i)
    expect(await spokenIn('inWords')).toContain('jennifer')
  })

  it('PRV-1 PRV-3 pii_redaction_type limits redaction to sound and picture', { timeout }, async () => {
    expect(await transcriptOf('inSound')).toMatch(/jennifer/i)
    expect(await spokenIn('inSound')).not.toMatch(/jennifer|thompson/)
    expect(await readsName(await download('inSound'))).toBe(false)
  })

  it('PRV-4 anonymize_video covers faces and names, or blurs all of the picture', { timeout }, async () => {
    const before = await detailOf(clip)
    expect(await detailOf(await download('defaults'))).toBeLessThan(before / 4)
    expect(await readsName(await download('defaults'))).toBe(false)
    expect(await readsName(await download('faces'))).toBe(false)
    const shown = await visitor.read<{ protections: string[] }>(`/recordings/file/${imports.faces.key}`)
    expect(shown.protections).toContain('faces_covered')
  })

  it('PRV-5 audio_modulation alters the voice, and the words stay understandable', { timeout }, async () => {
    expect(await transcriptOf('voices')).toMatch(/name is/i)
    expect(await spokenIn('voices')).toMatch(/name/)
    const shown = await visitor.read<{ protections: string[] }>(`/recordings/file/${imports.voices.key}`)
    expect(shown.protections).toContain('voices_altered')
  })

  it('PRV-6 blank_video leaves a plain picture of the same duration', { timeout }, async () => {
    const path = await download('inWords')
    expect(await tracksOf(path)).toEqual(['audio', 'video'])
    expect(await detailOf(path)).toBeLessThan(0.5)
    expect(Math.abs((await durationOf(path)) - (await durationOf(clip)))).toBeLessThan(0.2)
  })

  it('PRV-7 remove_video leaves sound only, and remove_audio picture only, with an empty transcript', {
    timeout,
  }, async () => {
    expect(await tracksOf(await download('named'))).toEqual(['audio'])
    expect(await tracksOf(await download('faces'))).toEqual(['video'])
    expect((await statusOf('faces')).notices).toEqual([expect.stringContaining('remove the sound')])
  })

  it('PRV-8 video_name_blur covers the name and leaves the rest of the picture', { timeout }, async () => {
    const path = await download('voices')
    expect(await readsName(path)).toBe(false)
    expect(await barsDiffer(path)).toBe(false)
    expect(await barsDiffer(await download('defaults'))).toBe(true)
  })

  it('PRV-9 speaker_anonymization numbers participants, and researchers where asked', {
    timeout,
  }, async () => {
    const some = await transcriptOf('participants')
    expect(some).toContain('Participant 1')
    expect(some).toContain(bench.user.name)
    const all = await transcriptOf('everybody')
    expect(all).toContain('Participant 1')
    expect(all).toContain('Researcher 1')
    expect(`${some}${all}`).not.toContain('Maria Santos')
    expect(all).not.toContain(bench.user.name)
  })

  it('PRV-1 PRV-10 the stronger setting wins, and an explicit false turns redaction off', {
    timeout,
  }, async () => {
    expect(await tracksOf(await download('strongest'))).toEqual(['audio'])
    expect(await transcriptOf('strongest')).toMatch(/jennifer/i)
  })

  it('PRV-10 settings that leave nothing end the recording with nothing_left, and the workspace warns', async () => {
    expect(await statusOf('nothing')).toMatchObject({
      status: 'error',
      file_url: null,
      error_code: 'nothing_left',
    })
    const projectOf = async (settings: object) =>
      visitor.read<{ unusable_recordings: string | null }>(
        `/projects/${await makePrivateProject(bench, settings)}`,
      )
    expect((await projectOf(projects.nothing)).unusable_recordings).toBe('all')
    expect((await projectOf(projects.faces)).unusable_recordings).toBe('audio')
    expect((await projectOf(projects.off)).unusable_recordings).toBeNull()
  })

  it('PRV-11 serves the protected version only; switched off, the settings change nothing', {
    timeout,
  }, async () => {
    const original = await run('sha256sum', [clip])
    const served = await run('sha256sum', [await download('off')])
    expect(served.stdout.slice(0, 64)).toBe(original.stdout.slice(0, 64))
    const protectedOne = await run('sha256sum', [await download('voices')])
    expect(protectedOne.stdout.slice(0, 64)).not.toBe(original.stdout.slice(0, 64))
  })
})
