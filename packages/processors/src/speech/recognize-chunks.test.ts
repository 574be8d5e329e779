import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplesPerMs, seconds } from './audio.ts'
import { localLimits, serverLimits } from './chunk-plan.ts'
import type { RecognizedChunk } from './engine-messages.ts'
import { quietestPoint } from './quiet-point.ts'
import { recognizeChunks } from './recognize-chunks.ts'
import type { VoiceDetector } from './voice.ts'
import { minSilenceSeconds, minSpeechSeconds, windowSamples } from './voice-tracker.ts'

/** Alternating seconds of voice and pause. */
type Talk = readonly number[]

function record(talk: Talk): Float32Array {
  const parts = talk.map((length, index) => new Float32Array(seconds(length)).fill(index % 2 === 0 ? 0.5 : 0))
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    samples.set(part, offset)
    offset += part.length
  }
  return samples
}

/** Behaves like the real detector: reports after the minimum speech or silence and resets completely. */
function loudnessDetector(): VoiceDetector {
  let isSpeaking = false
  let against = 0
  return {
    restart: () => {
      isSpeaking = false
      against = 0
    },
    isSpeaking: (window) => {
      const isLoud = (window[window.length >> 1] ?? 0) > 0.1
      against = isLoud === isSpeaking ? 0 : against + windowSamples
      if (against >= seconds(isSpeaking ? minSilenceSeconds : minSpeechSeconds)) {
        isSpeaking = isLoud
        against = 0
      }
      return isSpeaking
    },
  }
}

/** A plain loop, because there are millions of samples. */
function countLoud(samples: Float32Array): number {
  let count = 0
  for (let i = 0; i < samples.length; i += 1) if ((samples[i] ?? 0) > 0.1) count += 1
  return count
}

type Recognized = RecognizedChunk & { samples: number; loud: number }

async function recognize(samples: Float32Array, resumeAtMs = 0, limits = localLimits): Promise<Recognized[]> {
  const heard: { samples: number; loud: number }[] = []
  const wav = {
    sampleCount: samples.length,
    read: async (from: number, count: number) => samples.subarray(from, from + count),
  }
  const recognizer = {
    recognize: async (audio: Float32Array) => {
      heard.push({ samples: audio.length, loud: countLoud(audio) })
      return { text: `${audio.length}`, isSuspicious: false }
    },
  }
  const detector = loudnessDetector()
  const source = { wav, detector, recognizer, limits, onPosition: () => {} }
  const chunks = await Array.fromAsync(recognizeChunks(source, resumeAtMs))
  return chunks.map((chunk) => ({
    ...chunk,
    ...(chunk.text === '' ? { samples: 0, loud: 0 } : (heard.shift() ?? { samples: 0, loud: 0 })),
  }))
}

const talks = fc.array(fc.integer({ min: 4, max: 350 }), { minLength: 1, maxLength: 6 }).map(inSeconds)

/** Tenths of seconds, so that examples stay readable; voice below 0.5 s may be missed. */
function inSeconds(tenths: number[]): Talk {
  return tenths.map((length, index) => (index % 2 === 0 ? Math.max(5, length) : length) / 10)
}

describe('cutting a recording', { timeout: 30_000 }, () => {
  it('covers it without gaps, within the limits of the model, with all voice', async () => {
    await fc.assert(
      fc.asyncProperty(talks, async (talk) => {
        const samples = record(talk)
        const chunks = await recognize(samples)
        let endMs = 0
        for (const chunk of chunks) {
          expect(chunk.startMs).toBe(endMs)
          expect(chunk.endMs).toBeGreaterThan(chunk.startMs)
          expect(chunk.samples).toBeLessThanOrEqual(seconds(15.1))
          for (const [start, end] of chunk.voiceMs) {
            expect(start).toBeGreaterThanOrEqual(chunk.startMs)
            expect(end).toBeGreaterThanOrEqual(start)
          }
          endMs = chunk.endMs
        }
        expect(endMs).toBe(Math.ceil(samples.length / samplesPerMs))
        const said = countLoud(samples)
        const loud = chunks.reduce((sum, chunk) => sum + chunk.loud, 0)
        expect(loud).toBeLessThanOrEqual(said)
        // A cut through continuous voice may lose a first or last moment that is too short for a word.
        expect(said - loud).toBeLessThanOrEqual(seconds(0.3) * chunks.length)
      }),
      { numRuns: 20 },
    )
  })

  it('resumes after any chunk with identical results', async () => {
    await fc.assert(
      fc.asyncProperty(talks, fc.nat(), async (talk, pick) => {
        const samples = record(talk)
        const whole = await recognize(samples)
        const at = pick % whole.length
        expect(await recognize(samples, whole[at]?.endMs ?? 0)).toEqual(whole.slice(at + 1))
      }),
      { numRuns: 20 },
    )
  })

  it('joins adjacent voice and cuts at pauses', async () => {
    const talk = [3, 1, 3, 0.7, 4, 0.8, 5, 2, 1]
    const chunks = await recognize(record(talk))
    expect(chunks.map((chunk) => chunk.voiceMs.length)).toEqual([3, 1, 1])
    expect(chunks.map((chunk) => Math.round(chunk.endMs / 1000))).toEqual([12, 18, 21])
  })

  it('makes longer chunks for servers, below two minutes', async () => {
    const longTalks = fc.array(fc.integer({ min: 4, max: 1300 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(longTalks.map(inSeconds), async (talk) => {
        const chunks = await recognize(record(talk), 0, serverLimits)
        for (const chunk of chunks) {
          expect(chunk.samples).toBeLessThanOrEqual(seconds(85.1))
          expect(chunk.endMs - chunk.startMs).toBeLessThan(120_000)
        }
      }),
      { numRuns: 10 },
    )
    const pauses = [20, 2, 20, 3, 25, 0.6, 20, 5, 10]
    const chunks = await recognize(record(pauses), 0, serverLimits)
    expect(chunks.map((chunk) => chunk.voiceMs.length)).toEqual([3, 1, 1])
  })
})

describe('the edges of voice', { timeout: 30_000 }, () => {
  it('detects voice only, if words come from elsewhere', async () => {
    const samples = record([3, 1, 3])
    const wav = {
      sampleCount: samples.length,
      read: async (from: number, count: number) => samples.subarray(from, from + count),
    }
    const source = {
      wav,
      detector: loudnessDetector(),
      recognizer: null,
      limits: serverLimits,
      onPosition: () => {},
    }
    const [chunk] = await Array.fromAsync(recognizeChunks(source, 0))
    expect(chunk).toMatchObject({ startMs: 0, endMs: 7000, text: '' })
    expect(chunk?.voiceMs).toHaveLength(2)
  })

  it('reports silence every half minute', async () => {
    const chunks = await recognize(new Float32Array(seconds(100)))
    expect(chunks.map((chunk) => chunk.text).join('')).toBe('')
    expect(chunks).toHaveLength(4)
  })

  it('starts voice slightly early and ends it even near the end of the recording', async () => {
    const chunks = await recognize(record([0, 2, 3, 0.2]))
    const [startMs = 0, endMs = 0] = chunks.flatMap((chunk) => chunk.voiceMs).flat()
    expect(startMs).toBeGreaterThan(1800)
    expect(startMs).toBeLessThan(1950)
    expect(Math.abs(endMs - 5000)).toBeLessThan(50)
    expect(chunks.at(-1)?.endMs).toBe(5200)
  })

  it('finishes at once if nothing is left', async () => {
    expect(await recognize(new Float32Array(0))).toEqual([])
    expect(await recognize(new Float32Array(1600), 100)).toEqual([])
  })
})

it('finds the quietest point', () => {
  const samples = new Float32Array(seconds(2)).fill(0.5).fill(0.01, seconds(1.2), seconds(1.4))
  const point = quietestPoint(samples)
  expect(point).toBeGreaterThan(seconds(1.2))
  expect(point).toBeLessThan(seconds(1.4))
})
