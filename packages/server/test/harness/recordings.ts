/** Recordings for tests: made by ffmpeg from nothing, or from clips of real speech where there are some. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import type { Import } from './imports.ts'

const run = promisify(execFile)
export const samplesDir = join(import.meta.dirname, '../../../../../shared/samples')
const speechDir = join(samplesDir, 'speech')
export const hasSpeechSamples = existsSync(speechDir)

export async function ffmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args])
}

export interface Clip {
  name: string
  text: string
  path: string
}

export async function speechClips(): Promise<Clip[]> {
  const about = JSON.parse(await readFile(join(speechDir, 'transcripts.json'), 'utf8')) as Record<
    string,
    { text: string }
  >
  return Object.entries(about).map(([name, { text }]) => ({ name, text, path: join(speechDir, name) }))
}

export interface PlacedClip extends Clip {
  startMs: number
  endMs: number
}

/** The clips one after the other, again and again, with pauses between, as one file of at least that length. */
export async function joinClips(
  dir: string,
  name: string,
  seconds: number,
): Promise<{ path: string; clips: PlacedClip[] }> {
  const pauseMs = 1_500
  const decoded = await Promise.all(
    (await speechClips()).map(async (clip) => ({ clip, pcm: await decode(clip.path) })),
  )
  const parts: Buffer[] = [silence(pauseMs)]
  const clips: PlacedClip[] = []
  let atMs = pauseMs
  for (let i = 0; atMs < seconds * 1000; i += 1) {
    const next = decoded[i % decoded.length]
    if (!next) throw new Error('There are no clips.')
    const lengthMs = next.pcm.length / 32
    clips.push({ ...next.clip, startMs: atMs, endMs: atMs + lengthMs })
    parts.push(next.pcm, silence(pauseMs))
    atMs += lengthMs + pauseMs
  }
  return { path: await writeRecording(dir, name, parts, 'color=c=gray:size=160x90:rate=5'), clips }
}

/** Raw sound of 16 kHz as a recording of any kind; a film shows what `picture` draws. */
export async function writeRecording(
  dir: string,
  name: string,
  parts: readonly Buffer[],
  picture: string,
): Promise<string> {
  const raw = join(dir, `${name}.raw`)
  await writeFile(raw, Buffer.concat(parts))
  const path = join(dir, name)
  const film = `-f lavfi -i ${picture} -shortest -c:v libx264 -preset ultrafast`.split(' ')
  const shown = name.endsWith('.mp4') ? film : []
  await ffmpeg('-f', 's16le', '-ar', '16000', '-ac', '1', '-i', raw, ...shown, path)
  return path
}

async function decode(path: string): Promise<Buffer> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-nostdin', '-i', path, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 64e6 },
  )
  return stdout
}

const silence = (ms: number) => Buffer.alloc(ms * 32)

export interface StoredSegment {
  number: number
  start_ms: number
  end_ms: number
  text: string
  words: string[]
}

export async function readSegments(db: Db, { key }: Import): Promise<StoredSegment[]> {
  const { rows } = await sql<StoredSegment>`
    select s.number, s.start_ms, s.end_ms, s.text, s.words
    from file f join transcript_segment s on s.recording_id = f.recording_id
    where f.key = ${key} order by s.number`.execute(db)
  return rows
}

export interface StoredRecording {
  duration_ms: number
  has_video: boolean
  rendition_key: string
  rendition_type: string
  poster_key: string | null
  peak_count: number | null
  notices: string[]
  engine: string | null
  model: string | null
  language: string | null
  completed_at: Date | null
  heard_ms: number | null
  speech_key: string | null
}

export async function readRecording(db: Db, { key }: Import): Promise<StoredRecording | undefined> {
  const { rows } = await sql<StoredRecording>`
    select r.duration_ms, r.has_video, r.rendition_key, r.rendition_type, r.poster_key,
      length(r.waveform) as peak_count, r.notices, r.speech_key,
      t.engine, t.model, t.language, t.completed_at, t.heard_ms
    from file f join recording r on r.id = f.recording_id left join transcript t on t.recording_id = r.id
    where f.key = ${key}`.execute(db)
  return rows[0]
}
