/** Recordings with known words, and the models to transcribe them. */

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { seconds } from '../../src/speech/audio.ts'
import { hasSamples, samplePath } from '../samples.ts'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../../..', import.meta.url))
export const modelsDir = process.env['INLET_MODELS_DIR'] || join(repository, '.data/models')

export async function fetchModels(): Promise<void> {
  await run(process.execPath, [join(repository, 'scripts/models.ts')], {
    env: { ...process.env, INLET_MODELS_DIR: modelsDir },
  })
}

export type Clip = {
  readonly name: string
  readonly text: string
  readonly startMs: number
  readonly endMs: number
}

/** All clips of the samples in one recording, with pauses around them; null without the samples. */
export async function recordClips(): Promise<{ samples: Int16Array; clips: Clip[] } | null> {
  if (!hasSamples) return null
  const about: unknown = JSON.parse(await readFile(samplePath('speech', 'transcripts.json'), 'utf8'))
  const pause = new Int16Array(seconds(2))
  const parts: Int16Array[] = [pause]
  const clips: Clip[] = []
  let at = pause.length
  for (const [name, { text }] of Object.entries(about as Record<string, { text: string }>)) {
    const samples = await decode(['-i', samplePath('speech', name)])
    clips.push({ name, text, startMs: at / 16, endMs: (at + samples.length) / 16 })
    parts.push(samples, pause)
    at += samples.length + pause.length
  }
  return { samples: joinSamples(parts), clips }
}

/** A sentence in ffmpeg's synthetic voice: clear enough for the models and available without the samples. */
export function speak(sentence: string): Promise<Int16Array> {
  return decode(['-f', 'lavfi', '-i', `flite=text='${sentence.replaceAll(/[^\w ,.]/g, '')}':voice=slt`])
}

export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}

async function decode(input: readonly string[]): Promise<Int16Array> {
  const output = ['-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1']
  const { stdout } = await run('ffmpeg', ['-nostdin', '-v', 'error', ...input, ...output], {
    encoding: 'buffer',
    maxBuffer: 64e6,
  })
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~1)))
}
