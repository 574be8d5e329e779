import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoot, removeRoot } from '../../test/job-dirs.ts'
import { processesLeftWith, processesWith } from '../../test/processes.ts'
import type { Clip } from '../../test/speech/recordings.ts'
import { fetchModels, joinSamples, modelsDir, recordClips } from '../../test/speech/recordings.ts'
import { whiteNoise, writeWav } from '../../test/speech/wav.ts'
import { countWordErrors } from '../../test/speech/word-errors.ts'
import { seconds } from './audio.ts'
import { localEngine } from './engine.ts'
import type { SpeechEngine, TranscribedChunk, TranscribeRequest } from './speech-engine.ts'

const timeout = 120_000
const maxMemoryBytes = 450e6

type Run = { readonly chunks: TranscribedChunk[]; readonly peakMemoryBytes: number; readonly cpuMs: number }

let root: string
let engine: SpeechEngine
/** All clips in one recording with pauses in between: starts the engine once and allows checking times. */
let speech: Int16Array
let speechPath: string
let clips: Clip[]
let quietPath: string

beforeAll(async () => {
  await fetchModels()
  engine = localEngine({ modelsDir })
  root = await makeRoot()
  // Without the samples the same tests run on silence, which has chunks as well.
  const recording = (await recordClips()) ?? { samples: new Int16Array(seconds(95)), clips: [] }
  clips = recording.clips
  speech = recording.samples
  speechPath = join(root, 'speech.wav')
  await writeFile(speechPath, writeWav(speech))
  quietPath = join(root, 'quiet.wav')
  const quiet = new Int16Array(seconds(240))
  quiet.set(whiteNoise(seconds(120)), seconds(120))
  await writeFile(quietPath, writeWav(quiet))
}, 300_000)
afterAll(() => removeRoot(root))

async function transcribe(wavPath: string, options: Partial<TranscribeRequest> = {}): Promise<Run> {
  const chunks: TranscribedChunk[] = []
  const onChunk = (chunk: TranscribedChunk) => void chunks.push(chunk)
  const end = await engine.transcribe({ wavPath, onChunk, ...options })
  return { chunks, peakMemoryBytes: end.peakMemoryBytes ?? 0, cpuMs: end.cpuMs ?? 0 }
}

async function killChildOf(wavPath: string): Promise<void> {
  for (const pid of await readdir('/proc')) {
    const line = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '') : ''
    if (line.includes('engine.child.ts') && line.includes(wavPath)) process.kill(Number(pid), 'SIGKILL')
  }
}

describe('the local engine', { timeout }, () => {
  it('transcribes speech with times and resumes seamlessly', async () => {
    const progress: number[] = []
    const whole = await transcribe(speechPath, { onProgress: ({ positionMs }) => progress.push(positionMs) })
    const durationMs = whole.chunks.at(-1)?.endMs ?? 0
    let errors = 0
    let words = 0
    const segments = whole.chunks.flatMap((chunk) => chunk.segments)
    for (const clip of clips) {
      // The words between the middles of the surrounding pauses.
      const heard = segments.filter(
        ({ startMs }) => startMs >= clip.startMs - 1000 && startMs < clip.endMs + 1000,
      )
      const score = countWordErrors(clip.text, heard.map((segment) => segment.text).join(' '))
      const rate = score.errors / score.words
      process.stdout.write(`${clip.name}: word error rate ${(rate * 100).toFixed(1)} %\n`)
      expect(rate, clip.name).toBeLessThanOrEqual(0.1)
      expect(Math.abs((heard[0]?.startMs ?? 0) - clip.startMs), clip.name).toBeLessThan(500)
      expect(Math.abs((heard.at(-1)?.endMs ?? 0) - clip.endMs), clip.name).toBeLessThan(500)
      errors += score.errors
      words += score.words
    }
    expect(errors).toBeLessThanOrEqual(words * 0.05)
    expect(segments.some((segment) => segment.isSuspicious)).toBe(false)
    expect(whole.chunks.map((chunk) => chunk.index)).toEqual(whole.chunks.map((_, index) => index))
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    const factor = whole.cpuMs / durationMs
    const megabytes = Math.round(whole.peakMemoryBytes / 1e6)
    process.stdout.write(
      `${durationMs} ms: ${megabytes} MB, CPU ${whole.cpuMs} ms with start (${factor.toFixed(3)})\n`,
    )
    expect(whole.peakMemoryBytes).toBeLessThan(maxMemoryBytes)

    const kept = Math.floor(whole.chunks.length / 2)
    const resumeAtMs = whole.chunks[kept - 1]?.endMs
    const rest = await transcribe(speechPath, { resumeAtMs, resumeIndex: kept })
    expect(rest.chunks).toEqual(whole.chunks.slice(kept))
  })

  it('finds no words in two minutes of silence and two of noise', async () => {
    const { chunks } = await transcribe(quietPath)
    expect(chunks.flatMap((chunk) => chunk.segments)).toEqual([])
    expect(chunks.at(-1)?.endMs).toBe(240_000)
  })

  it('stops when aborted and leaves no process', async () => {
    const controller = new AbortController()
    const heard: TranscribedChunk[] = []
    const onChunk = (chunk: TranscribedChunk) => {
      heard.push(chunk)
      controller.abort(new Error('enough'))
    }
    await expect(transcribe(speechPath, { onChunk, signal: controller.signal })).rejects.toThrow('enough')
    expect(heard).toHaveLength(1)
    expect(await processesLeftWith(speechPath)).toEqual([])
    await expect(transcribe(speechPath, { signal: controller.signal })).rejects.toThrow('enough')
  })

  it('dies with the worker', async () => {
    // Minutes of work, so that it cannot have finished.
    const path = join(root, 'long.wav')
    await writeFile(path, writeWav(joinSamples(Array.from({ length: 20 }, () => speech))))
    const script = `
      import { localEngine } from ${JSON.stringify(new URL('./engine.ts', import.meta.url))}
      const onChunk = () => process.stdout.write('chunk')
      const request = { wavPath: ${JSON.stringify(path)}, onChunk }
      await localEngine({ modelsDir: ${JSON.stringify(modelsDir)} }).transcribe(request)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script.replaceAll('\n', ';')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(parent.stdout, 'data')
    expect(await processesWith(path)).toHaveLength(2)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    expect(await processesLeftWith(path)).toEqual([])
  })

  it('fails if its process is killed', async () => {
    const killed = transcribe(speechPath, { onProgress: () => void killChildOf(speechPath) })
    await expect(killed).rejects.toMatchObject({ name: 'SpeechError', code: 'engine_failed' })
  })

  it('stops if a chunk cannot be saved', async () => {
    const onChunk = () => Promise.reject(new Error('no database'))
    await expect(transcribe(speechPath, { onChunk })).rejects.toThrow('no database')
    expect(await processesLeftWith(speechPath)).toEqual([])
  })

  it('reports unreadable audio and missing models', async () => {
    const path = join(root, 'stereo.wav')
    await writeFile(path, writeWav(new Int16Array(100), { channels: 2 }))
    await expect(transcribe(path)).rejects.toMatchObject({ code: 'bad_audio' })
    const bare = localEngine({ modelsDir: root })
    const missing = bare.transcribe({ wavPath: path, onChunk: () => {} })
    await expect(missing).rejects.toMatchObject({ code: 'models_missing' })
  })
})
