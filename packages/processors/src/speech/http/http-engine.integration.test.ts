import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeRoot, removeRoot } from '../../../test/job-dirs.ts'
import { processesLeftWith } from '../../../test/processes.ts'
import { hasSamples } from '../../../test/samples.ts'
import type { Clip } from '../../../test/speech/recordings.ts'
import { fetchModels, joinSamples, modelsDir, recordClips, speak } from '../../../test/speech/recordings.ts'
import type { LoopbackServer } from '../../../test/speech/speech-server.ts'
import { serverKey, startSpeechServer } from '../../../test/speech/speech-server.ts'
import { whiteNoise, writeWav } from '../../../test/speech/wav.ts'
import { countWordErrors } from '../../../test/speech/word-errors.ts'
import { seconds } from '../audio.ts'
import type { SpeechEngine, TranscribedChunk, TranscribeRequest } from '../speech-engine.ts'
import type { Segment } from '../transcript.ts'
import type { HttpEngineOptions } from './endpoint.ts'
import { httpEngine } from './http-engine.ts'

const timeout = 300_000
const sentence =
  'The committee will meet again on Thursday morning. Please bring the written reports with you.'

let root: string
let server: LoopbackServer
let sentencePath: string
let quietPath: string

beforeAll(async () => {
  await fetchModels()
  root = await makeRoot()
  server = await startSpeechServer(modelsDir, root)
  sentencePath = await record('sentence.wav', [new Int16Array(seconds(1)), await speak(sentence)])
  quietPath = await record('quiet.wav', [new Int16Array(seconds(120)), whiteNoise(seconds(120))])
}, timeout)
beforeEach(() => {
  server.seen.length = 0
  server.mishaps.length = 0
  Object.assign(server, { style: 'words', refuses: null, tooLarge: 0, maxBytes: 25_000_000, retryAfter: '1' })
})
afterAll(async () => {
  await server.stop()
  await removeRoot(root)
})

async function record(name: string, parts: readonly Int16Array[]): Promise<string> {
  const path = join(root, name)
  await writeFile(path, writeWav(joinSamples(parts)))
  return path
}

function engineWith(options: Partial<HttpEngineOptions> = {}): SpeechEngine {
  return httpEngine({ modelsDir, baseUrl: server.url, model: 'any', apiKey: serverKey, ...options })
}

async function transcribe(
  engine: SpeechEngine,
  wavPath: string,
  options: Partial<TranscribeRequest> = {},
): Promise<TranscribedChunk[]> {
  const chunks: TranscribedChunk[] = []
  await engine.transcribe({ wavPath, onChunk: (chunk) => void chunks.push(chunk), ...options })
  return chunks
}

function segmentsOf(chunks: readonly TranscribedChunk[]): Segment[] {
  return chunks.flatMap((chunk) => chunk.segments)
}

function expectSentence(chunks: readonly TranscribedChunk[]): void {
  const heard = segmentsOf(chunks)
  const score = countWordErrors(sentence, heard.map((segment) => segment.text).join(' '))
  expect(score.errors / score.words).toBeLessThanOrEqual(0.1)
  expect(Math.abs((heard[0]?.startMs ?? 0) - 1000)).toBeLessThan(500)
  for (const segment of heard) {
    expect(segment.words.map((word) => word.text).join(' ')).toBe(segment.text)
    expect(segment.isSuspicious).toBe(false)
  }
}

const hashes = () => server.seen.map((seen) => seen.hash)

describe('a speech server', { timeout }, () => {
  it('receives valid requests, and its words are placed in the recording', async () => {
    const progress: number[] = []
    const onProgress = ({ positionMs }: { positionMs: number }) => void progress.push(positionMs)
    const engine = engineWith({ languages: ['en-GB'] })
    const chunks = await transcribe(engine, sentencePath, { language: 'en-GB', onProgress })
    expectSentence(chunks)
    expect(engine).toMatchObject({ id: 'http', model: 'any', languages: ['en'] })
    expect(server.seen).toHaveLength(1)
    expect(Object.fromEntries(server.seen[0]?.fields ?? [])).toEqual({
      model: ['any'],
      language: ['en'],
      temperature: ['0'],
      response_format: ['verbose_json'],
      'timestamp_granularities[]': ['segment', 'word'],
    })
    const words = segmentsOf(chunks).flatMap((segment) => segment.words)
    expect(words.some((word) => word.isApproximate)).toBe(false)
    expect(segmentsOf(chunks)[0]?.confidence).toBeCloseTo(0.905, 3)
    expect(progress).toEqual([0, ...chunks.map((chunk) => chunk.endMs)])
  })

  it('receives neither silence nor noise', async () => {
    const chunks = await transcribe(engineWith(), quietPath)
    expect(segmentsOf(chunks)).toEqual([])
    expect(chunks.at(-1)?.endMs).toBe(240_000)
    expect(server.seen).toEqual([])
  })

  it('without verbose responses gets requests for plain ones from then on', async () => {
    server.refuses = 'verbose_json'
    const engine = engineWith()
    const chunks = await transcribe(engine, sentencePath)
    expectSentence(chunks)
    expect(segmentsOf(chunks)[0]?.words.every((word) => word.isApproximate)).toBe(true)
    expect(server.seen).toHaveLength(3)
    expectSentence(await transcribe(engine, sentencePath))
    expect(server.seen).toHaveLength(4)
  })

  it('without word times gets requests for segment times from then on', async () => {
    server.refuses = 'timestamp_granularities[]'
    const engine = engineWith()
    expectSentence(await transcribe(engine, sentencePath))
    expectSentence(await transcribe(engine, sentencePath))
    const formats = server.seen.map((seen) => seen.fields.get('response_format')?.[0])
    expect(formats).toEqual(['verbose_json', 'verbose_json', 'verbose_json'])
  })

  it('may return parts of words inside segments', async () => {
    server.style = 'tokens'
    const chunks = await transcribe(engineWith(), sentencePath)
    expectSentence(chunks)
    const words = segmentsOf(chunks).flatMap((segment) => segment.words)
    expect(words.some((word) => word.isApproximate)).toBe(false)
  })

  it('may return speakers', async () => {
    server.style = 'diarized'
    const chunks = await transcribe(engineWith(), sentencePath)
    expectSentence(chunks)
    expect(segmentsOf(chunks)[0]?.speaker).toBe('A')
  })

  it('that accepts only small requests gets smaller pieces from then on', async () => {
    server.maxBytes = 110_000
    const engine = engineWith()
    expectSentence(await transcribe(engine, sentencePath))
    expect(server.seen.length).toBeGreaterThan(1)
    expect(server.tooLarge).toBeGreaterThan(0)
    const first = hashes()
    Object.assign(server, { seen: [], tooLarge: 0 })
    expectSentence(await transcribe(engine, sentencePath))
    expect(hashes()).toEqual(first)
    expect(server.tooLarge).toBe(0)
  })

  it('receives no request above its limit', async () => {
    expectSentence(await transcribe(engineWith({ maxRequestBytes: 120_000 }), sentencePath))
    expect(server.seen.length).toBeGreaterThan(1)
    expect(Math.max(...server.seen.map((seen) => seen.bytes))).toBeLessThan(120_000)
  })
})

describe('a slow or busy speech server', { timeout }, () => {
  it('is retried when busy, failing or disconnected, after `Retry-After`', async () => {
    server.mishaps.push('busy', 'broken', 'cut')
    server.retryAfter = '2'
    expectSentence(await transcribe(engineWith(), sentencePath))
    expect(new Set(hashes()).size).toBe(1)
    const [first = 0, second = 0] = server.seen.map((seen) => seen.atMs)
    expect(server.seen).toHaveLength(4)
    expect(second - first).toBeGreaterThanOrEqual(1990)
  })

  it('is retried after a timeout', async () => {
    // The server has cached it and responds at once.
    await transcribe(engineWith(), sentencePath)
    server.seen.length = 0
    server.mishaps.push('hang')
    const engine = engineWith({ requestTimeoutMs: 10_000 })
    expectSentence(await transcribe(engine, sentencePath))
    expect(server.seen).toHaveLength(2)
  })
})

describe('a failing speech server', { timeout }, () => {
  const failure = async (
    options: Partial<HttpEngineOptions>,
  ): Promise<{ code: unknown; message: string }> => {
    const error: unknown = await transcribe(engineWith(options), sentencePath).catch(
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof Error) || !('code' in error)) throw new Error('nothing failed', { cause: error })
    return { code: error.code, message: error.message }
  }

  it('fails the job after the retries, with its name', async () => {
    server.mishaps.push('broken', 'broken')
    const { code, message } = await failure({ maxRetries: 1 })
    expect(code).toBe('engine_failed')
    expect(message).toContain(new URL(server.url).host)
    expect(message).toContain('500')
    expect(server.seen).toHaveLength(2)
  })

  it('fails the job at once if `Retry-After` is too long', async () => {
    server.mishaps.push('busy')
    server.retryAfter = '7200'
    expect(await failure({})).toMatchObject({ code: 'engine_failed' })
    expect(server.seen).toHaveLength(1)
  })

  it.each(['garbage', 'endless'] as const)('fails the job if its response is %s', async (mishap) => {
    server.mishaps.push(mishap)
    expect(await failure({})).toMatchObject({ code: 'engine_failed' })
    expect(server.seen).toHaveLength(1)
  })

  it('that rejects the key is reported without the key', async () => {
    const { code, message } = await failure({ apiKey: 'sk-wrong-key-1234' })
    expect(code).toBe('engine_refused')
    expect(message).toContain('401')
    expect(message).not.toContain('sk-wrong')
    expect(await failure({ path: '/elsewhere' })).toMatchObject({ code: 'engine_refused' })
  })

  it('cannot redirect us', async () => {
    server.mishaps.push('redirect')
    expect(await failure({})).toMatchObject({ code: 'engine_refused' })
  })

  it('is quoted when it rejects every form of request', async () => {
    server.refuses = 'model'
    const { code, message } = await failure({})
    expect(code).toBe('engine_failed')
    expect(message).toContain('model is not supported')
  })

  it('may reject every size', async () => {
    server.maxBytes = 10
    expect(await failure({})).toMatchObject({ code: 'engine_failed' })
  })

  it('may be unreachable', async () => {
    const gone = await startSpeechServer(modelsDir, root)
    await gone.stop()
    const { code, message } = await failure({ baseUrl: gone.url, maxRetries: 1 })
    expect(code).toBe('engine_failed')
    expect(message).toContain('ECONNREFUSED')
  })
})

describe('the engine', { timeout }, () => {
  it('stops at once when aborted, during a request or a delay', async () => {
    for (const mishap of ['hang', 'busy'] as const) {
      server.mishaps.push(mishap)
      server.retryAfter = '300'
      server.seen.length = 0
      const controller = new AbortController()
      const aborted = transcribe(engineWith(), sentencePath, { signal: controller.signal })
      const outcome = expect(aborted).rejects.toThrow('enough')
      await expect.poll(() => server.seen.length, { timeout: 60_000 }).toBe(1)
      const abortedAt = performance.now()
      controller.abort(new Error('enough'))
      await outcome
      expect(performance.now() - abortedAt).toBeLessThan(10_000)
      expect(await processesLeftWith(sentencePath)).toEqual([])
      await expect(transcribe(engineWith(), sentencePath, { signal: controller.signal })).rejects.toThrow(
        'enough',
      )
    }
  })

  it('stops if a chunk cannot be saved', async () => {
    const onChunk = () => Promise.reject(new Error('no database'))
    await expect(transcribe(engineWith(), sentencePath, { onChunk })).rejects.toThrow('no database')
    expect(await processesLeftWith(sentencePath)).toEqual([])
  })

  it('reports unreadable audio and a missing voice model', async () => {
    const path = join(root, 'stereo.wav')
    await writeFile(path, writeWav(new Int16Array(100), { channels: 2 }))
    await expect(transcribe(engineWith(), path)).rejects.toMatchObject({ code: 'bad_audio' })
    const bare = transcribe(engineWith({ modelsDir: root }), sentencePath)
    await expect(bare).rejects.toMatchObject({ code: 'models_missing' })
  })

  it('resumes after any chunk without sending anything twice', async () => {
    const talk = await speak(sentence)
    // Pauses of different lengths, so that no two pieces are equal.
    const talks = Array.from({ length: 24 }, (_, index) => [talk, new Int16Array(seconds(1) + index * 100)])
    const path = await record('long.wav', [...talks.flat(), new Int16Array(seconds(40)), talk])
    const engine = engineWith()
    const whole = await transcribe(engine, path)
    const all = hashes()
    expect(new Set(all).size).toBe(all.length)
    expect(whole.length).toBeGreaterThan(3)
    for (const chunk of whole) expect(chunk.endMs - chunk.startMs).toBeLessThan(120_000)
    const kept = [1, whole.length - 1]
    for (const resumeIndex of kept) {
      server.seen.length = 0
      const resumeAtMs = whole[resumeIndex - 1]?.endMs
      expect(await transcribe(engine, path, { resumeAtMs, resumeIndex })).toEqual(whole.slice(resumeIndex))
      const before = whole.slice(0, resumeIndex).filter((chunk) => chunk.segments.length > 0).length
      expect(hashes()).toEqual(all.slice(before))
    }
  })
})

describe.runIf(hasSamples)('real speech', { timeout }, () => {
  /** Twice, so that more than one request is needed. */
  async function recordTwice(): Promise<{ path: string; clips: Clip[] }> {
    const { samples, clips } = (await recordClips()) ?? { samples: new Int16Array(0), clips: [] }
    const lengthMs = samples.length / 16
    const again = clips.map((clip) => ({
      ...clip,
      startMs: clip.startMs + lengthMs,
      endMs: clip.endMs + lengthMs,
    }))
    return { path: await record('clips.wav', [samples, samples]), clips: [...clips, ...again] }
  }

  it.each(['words', 'tokens'] as const)('is transcribed with the right times (%s)', async (style) => {
    server.style = style
    const { path, clips } = await recordTwice()
    const heard = segmentsOf(await transcribe(engineWith(), path))
    expect(server.seen.length).toBeGreaterThan(1)
    let sum = 0
    for (const clip of clips) {
      const { rate, startMs, endMs } = scoreOf(clip, heard)
      process.stdout.write(
        `${clip.name}: word error rate ${(rate * 100).toFixed(1)} %, ${startMs} and ${endMs} ms off\n`,
      )
      expect(rate, clip.name).toBeLessThanOrEqual(0.1)
      expect(Math.abs(startMs), clip.name).toBeLessThan(500)
      expect(Math.abs(endMs), clip.name).toBeLessThan(500)
      sum += rate
    }
    expect(sum / clips.length).toBeLessThanOrEqual(0.05)
    expect(heard.some((segment) => segment.isSuspicious)).toBe(false)
  })

  it('is transcribed without times and placed by voice activity', async () => {
    server.refuses = 'verbose_json'
    const { path, clips } = await recordTwice()
    const heard = segmentsOf(await transcribe(engineWith(), path))
    const said = clips.map((clip) => clip.text).join(' ')
    const { errors, words } = countWordErrors(said, heard.map((segment) => segment.text).join(' '))
    process.stdout.write(`without times: word error rate ${((errors / words) * 100).toFixed(1)} %\n`)
    expect(errors / words).toBeLessThanOrEqual(0.05)
    for (const { fields, bytes } of server.seen) {
      if (fields.get('response_format')?.[0] === 'json') expect(bytes).toBeLessThan(25_000 * 32 + 100)
    }
  })
})

/** The words between the middles of the pauses around a clip. */
function scoreOf(clip: Clip, segments: readonly Segment[]) {
  const heard = segments.filter(
    ({ startMs }) => startMs >= clip.startMs - 1000 && startMs < clip.endMs + 1000,
  )
  const { errors, words } = countWordErrors(clip.text, heard.map((segment) => segment.text).join(' '))
  return {
    rate: errors / words,
    startMs: Math.round((heard[0]?.startMs ?? 0) - clip.startMs),
    endMs: Math.round((heard.at(-1)?.endMs ?? 0) - clip.endMs),
  }
}
