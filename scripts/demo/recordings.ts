/**
 * Recordings of real speech if sample clips are available beside the repository. There is no synthetic speech: without
 * clips the recordings are a quiet tone, and their names say so.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasSamples, samplePath, samplesIn } from '../../packages/processors/test/samples.ts'
import type { MadeFile } from './documents.ts'

const run = promisify(execFile)
const noteCount = 5

export interface Recordings {
  hasSpeech: boolean
  finished: MadeFile[]
  /** Long enough to be processing for a while. */
  long: MadeFile
  /** Short ones, for answers of a survey. */
  notes: MadeFile[]
}

export function makeRecordings(): Recordings {
  const clips = hasSamples ? speechClips() : []
  return clips.length > 0 ? fromSpeech(clips) : fromTone()
}

const speechClips = () =>
  samplesIn('speech')
    .filter((name) => /\.(wav|flac)$/.test(name))
    .map((name) => samplePath('speech', name))

function fromSpeech(clips: string[]): Recordings {
  return {
    hasSpeech: true,
    finished: [
      joined('Reading aloud, session 1.m4a', clips),
      joined('Reading aloud, session 2.mp4', [...clips.toReversed(), ...clips]),
    ],
    long: joined('Reading aloud, long session.m4a', Array<string[]>(9).fill(clips).flat()),
    notes: clips.slice(0, noteCount).map((clip, index) => joined(`voice-note-${index + 1}.m4a`, [clip])),
  }
}

function fromTone(): Recordings {
  return {
    hasSpeech: false,
    finished: [tone('A tone, without speech.m4a', 20)],
    long: tone('A long tone, without speech.m4a', 1200),
    notes: Array.from({ length: noteCount }, (_, index) => tone(`voice-note-${index + 1}.m4a`, 3 + index)),
  }
}

/** The clips in sequence with pauses; a video shows their waveform. */
const joined = (name: string, clips: string[]): MadeFile => ({
  name,
  make: () =>
    inFolder(async (folder) => {
      const wavs = new Map<string, string>()
      for (const clip of new Set(clips)) {
        const wav = join(folder, `${wavs.size}.wav`)
        await ffmpeg('-i', clip, '-af', 'apad=pad_dur=1.2', '-ar', '16000', '-ac', '1', wav)
        wavs.set(clip, wav)
      }
      const list = join(folder, 'list')
      await writeFile(list, clips.map((clip) => `file '${wavs.get(clip)}'`).join('\n'))
      const path = join(folder, name)
      const picture = name.endsWith('.mp4') ? soundPicture : []
      await ffmpeg('-f', 'concat', '-safe', '0', '-i', list, ...picture, '-c:a', 'aac', '-b:a', '64k', path)
      return readFile(path)
    }),
})

const wave = '[0:a]showwaves=s=640x360:mode=cline:colors=0x54a7b0:rate=12[v]'
const soundPicture = ['-filter_complex', wave].concat(
  '-map [v] -map 0:a -c:v libx264 -preset veryfast -pix_fmt yuv420p'.split(' '),
)

const tone = (name: string, seconds: number): MadeFile => ({
  name,
  make: () =>
    inFolder(async (folder) => {
      const path = join(folder, name)
      const sine = `sine=frequency=220:duration=${seconds}`
      await ffmpeg('-f', 'lavfi', '-i', sine, '-af', 'volume=0.2', '-c:a', 'aac', path)
      return readFile(path)
    }),
})

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-demo-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function ffmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args])
}
