/**
 * Recordings of real speech where sample clips lie beside the repository. Nothing is spoken by a machine: without clips
 * the recordings are a quiet tone, and are named for what they are.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasSamples, samplePath, samplesIn } from '../../packages/processors/test/samples.ts'
import type { MadeFile } from './documents.ts'

const run = promisify(execFile)

export interface Recordings {
  hasSpeech: boolean
  finished: MadeFile[]
  /** Long enough to be at work for a while. */
  long: MadeFile
  /** Short ones, for answers of a survey. */
  notes: MadeFile[]
}

export async function makeRecordings(): Promise<Recordings> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-demo-'))
  try {
    const clips = hasSamples ? speechClips() : []
    return clips.length > 0 ? await fromSpeech(folder, clips) : await fromTone(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const speechClips = () =>
  samplesIn('speech')
    .filter((name) => /\.(wav|flac)$/.test(name))
    .map((name) => samplePath('speech', name))

async function fromSpeech(folder: string, clips: string[]): Promise<Recordings> {
  const reversed = clips.toReversed()
  return {
    hasSpeech: true,
    finished: [
      await joined(folder, 'Reading aloud, session 1.m4a', clips),
      await joined(folder, 'Reading aloud, session 2.mp4', [...reversed, ...clips]),
    ],
    long: await joined(folder, 'Reading aloud, whole afternoon.m4a', Array(18).fill(clips).flat()),
    notes: await Promise.all(
      clips.slice(0, 5).map((clip, index) => joined(folder, `voice-note-${index + 1}.m4a`, [clip])),
    ),
  }
}

async function fromTone(folder: string): Promise<Recordings> {
  return {
    hasSpeech: false,
    finished: [await tone(folder, 'A tone, without speech.m4a', 20)],
    long: await tone(folder, 'A long tone, without speech.m4a', 1200),
    notes: await Promise.all(
      [1, 2, 3, 4, 5].map((number) => tone(folder, `voice-note-${number}.m4a`, 2 + number)),
    ),
  }
}

/** The clips one after the other, with a pause between. */
async function joined(folder: string, name: string, clips: string[]): Promise<MadeFile> {
  const parts = [...new Set(clips)]
  const wavs = new Map<string, string>()
  for (const [index, clip] of parts.entries()) {
    const wav = join(folder, `${name}-${index}.wav`)
    await ffmpeg('-i', clip, '-af', 'apad=pad_dur=1.2', '-ar', '16000', '-ac', '1', wav)
    wavs.set(clip, wav)
  }
  const list = join(folder, `${name}.list`)
  await writeFile(list, clips.map((clip) => `file '${wavs.get(clip)}'`).join('\n'))
  const input = ['-f', 'concat', '-safe', '0', '-i', list]
  const wave = ['-filter_complex', '[0:a]showwaves=s=640x360:mode=cline:colors=0x54a7b0:rate=12[v]']
  const video = [
    ...wave,
    '-map',
    '[v]',
    '-map',
    '0:a',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
  ]
  return finish(folder, name, [
    ...input,
    ...(name.endsWith('.mp4') ? video : []),
    '-c:a',
    'aac',
    '-b:a',
    '64k',
  ])
}

const tone = (folder: string, name: string, seconds: number): Promise<MadeFile> =>
  finish(folder, name, [
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=220:duration=${seconds}`,
    '-af',
    'volume=0.2',
    '-c:a',
    'aac',
  ])

async function finish(folder: string, name: string, args: string[]): Promise<MadeFile> {
  const path = join(folder, name)
  await ffmpeg(...args, path)
  return { name, bytes: await readFile(path) }
}

async function ffmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args])
}
