/** Renders clips with known sound and pictures, and measures the result. */

import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import type { Result } from '../../src/failures.ts'
import type { PrivacySettings } from '../../src/privacy/render/privacy-plan.ts'
import { planPrivacy } from '../../src/privacy/render/privacy-plan.ts'
import type { PrivacyRequest, PrivateMedia } from '../../src/privacy/render/render-privacy.ts'
import { renderPrivacy } from '../../src/privacy/render/render-privacy.ts'
import { probeSandbox } from '../../src/sandbox/probe.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { localEngine } from '../../src/speech/engine.ts'
import type { Segment } from '../../src/speech/transcript.ts'
import { withWorkDir } from '../../src/work-dir.ts'
import { makeRoot, removeRoot } from '../job-dirs.ts'
import { fetchModels, modelsDir } from '../speech/recordings.ts'

const run = promisify(execFile)

export async function ffmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args])
}

export type Room = { root: string; sandbox: Sandbox }

/** A sandbox with a root of its own and the models, for the tests of a file. */
export function prepareRoom(): Readonly<Room> {
  const room: Partial<Room> = {}
  beforeAll(async () => {
    room.root = await makeRoot()
    room.sandbox = await probeSandbox({ workRoot: room.root })
    await fetchModels()
  }, 300_000)
  afterAll(async () => {
    if (room.root !== undefined) await removeRoot(room.root)
  })
  return room as Room
}

const types = { '.mp4': 'video/mp4', '.m4a': 'audio/mp4', '.mp3': 'audio/mpeg' } as const

export async function render(
  { root, sandbox }: Readonly<Room>,
  input: { readonly path: string; readonly settings: PrivacySettings; readonly outputPath: string },
  rest: Partial<PrivacyRequest> = {},
): Promise<Result<PrivateMedia>> {
  return withWorkDir(root, async (workDir) => {
    const inputPath = join(workDir, 'source')
    await copyFile(input.path, inputPath)
    const type = Object.entries(types).find(([extension]) => extension === extname(input.path))?.[1]
    const result = await renderPrivacy({
      sandbox,
      workDir,
      inputPath,
      contentType: type ?? 'video/mp4',
      modelsDir,
      plan: planPrivacy(input.settings),
      secrets: [],
      spoken: [],
      transcribe,
      ...rest,
    })
    if (result.ok) await copyFile(result.rendition.path, input.outputPath)
    return result
  })
}

export async function transcribe(wavPath: string): Promise<Segment[]> {
  const transcript: Segment[] = []
  const onChunk = ({ segments }: { segments: readonly Segment[] }) => void transcript.push(...segments)
  await localEngine({ modelsDir }).transcribe({ wavPath, language: 'en-US', onChunk })
  return transcript
}

/** Black and silent until `atMs`, then white and loud. */
export async function makeFlash(
  path: string,
  { atMs, seconds }: { atMs: number; seconds: number },
): Promise<void> {
  const at = atMs / 1000
  const picture = `color=black:s=320x180:r=25,drawbox=c=white:t=fill:enable='gte(t,${at})'`
  const sound = `aevalsrc='if(gte(t,${at}),0.5*sin(2*PI*440*t),0)':s=48000`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-t', String(seconds)]
  await ffmpeg(
    ...inputs,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    path,
  )
}

/** The first stream of a kind, decoded to raw samples or pixels. */
async function decode(path: string, stream: 'a' | 'v', ...options: readonly string[]): Promise<Buffer> {
  const args = ['-v', 'error', '-i', path, '-map', `0:${stream}:0`, ...options, 'pipe:1']
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64e6 })
  return stdout
}

/** When the sound becomes loud; null if it never does. */
export async function firstLoudMs(path: string): Promise<number | null> {
  const samples = await decode(path, 'a', '-ac', '1', '-ar', '16000', '-f', 's16le')
  for (let at = 0; at + 1 < samples.length; at += 2)
    if (Math.abs(samples.readInt16LE(at)) > 2000) return at / 32
  return null
}

/** When the picture becomes bright; null if it never does. */
export async function firstBrightMs(path: string): Promise<number | null> {
  const filter = 'fps=100,scale=1:1:flags=area'
  const pixels = await decode(path, 'v', '-vf', filter, '-pix_fmt', 'gray', '-f', 'rawvideo')
  const at = pixels.findIndex((value) => value > 128)
  return at < 0 ? null : at * 10
}

/** @throws if decoding the whole file reports anything. */
export async function decodeAll(path: string): Promise<void> {
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-'])
  if (stderr !== '') throw new Error(stderr)
}

export async function readDurations(
  path: string,
): Promise<{ format: number; video: number | null; audio: number | null }> {
  const words = [
    '-v',
    'error',
    '-show_entries',
    'format=duration:stream=codec_type,duration:format_tags:stream_tags',
    '-of',
    'json',
  ]
  const { stdout } = await run('ffprobe', [...words, path])
  const { format, streams } = JSON.parse(stdout) as {
    format: { duration: string }
    streams: { codec_type: string; duration?: string }[]
  }
  const of = (type: string) => {
    const stream = streams.find((each) => each.codec_type === type)
    return stream === undefined ? null : Math.round(Number(stream.duration ?? format.duration) * 1000)
  }
  return { format: Math.round(Number(format.duration) * 1000), video: of('video'), audio: of('audio') }
}
