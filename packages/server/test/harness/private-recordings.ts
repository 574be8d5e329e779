/** Recordings with personal data in them, and projects that protect them. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { localEngine, type Segment } from '@inlet/processors'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { testEnv } from './config.ts'
import { rounds } from './full.ts'
import type { ImportBench } from './import-bench.ts'
import { callApi, type Import } from './imports.ts'
import { ffmpeg, writeRecording } from './recordings.ts'

const run = promisify(execFile)

export async function makePrivateProject(
  { app, token }: Pick<ImportBench, 'app' | 'token'>,
  settings: object,
): Promise<number> {
  const answer = await callApi(app.url, token, '/projects/create', { name: 'Private', ...settings })
  if (answer.status !== 201) throw new Error(`No project: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { id: number }).id
}

/** A sentence for each kind of personal data, and the words that must no longer be audible. */
export const spokenSecrets: readonly { sentence: string; words: readonly string[] }[] = [
  { sentence: 'My name is Jennifer Thompson and I live nearby.', words: ['jennifer', 'thompson'] },
  {
    sentence: 'You can call me at four one five, five five five, two six seven one.',
    words: ['415', '2671'],
  },
  { sentence: 'I grew up in Chicago, which I liked a lot.', words: ['chicago'] },
  { sentence: 'My sister Margaret works in a bakery.', words: ['margaret'] },
]

const openSentences = ['The weather was pleasant that morning.', 'We looked at the new screens together.']

/** Sentences spoken by ffmpeg's own voice with pauses in between, as a WAV file of 16 kHz. */
export async function speakSentences(
  dir: string,
  name: string,
  sentences: readonly string[],
): Promise<string> {
  const parts: Buffer[] = [Buffer.alloc(32_000)]
  for (const sentence of sentences) {
    const text = sentence.replaceAll(/[^\w ,.]/g, '')
    const { stdout } = await run(
      'ffmpeg',
      [
        '-v',
        'error',
        '-nostdin',
        '-f',
        'lavfi',
        '-i',
        `flite=text='${text}':voice=slt`,
        '-ac',
        '1',
        '-ar',
        '16000',
        '-f',
        's16le',
        'pipe:1',
      ],
      { encoding: 'buffer', maxBuffer: 64e6 },
    )
    parts.push(stdout, Buffer.alloc(32_000))
  }
  return writeRecording(dir, name, parts, 'testsrc=size=320x180:rate=10')
}

export function secretTalk(dir: string, name: string): Promise<string> {
  // Half of them cover everything that the short run needs.
  const sentences = spokenSecrets
    .slice(0, rounds(2, 4))
    .flatMap(({ sentence }, i) => [openSentences[i % 2] ?? '', sentence])
  return speakSentences(dir, name, sentences)
}

/** What the local speech engine transcribes from a recording. */
export async function transcribe(dir: string, path: string): Promise<Segment[]> {
  const wavPath = join(dir, `transcribed-${Date.now()}-${Math.random()}.wav`)
  await ffmpeg('-i', path, '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', wavPath)
  const modelsDir = testEnv('')['INLET_MODELS_DIR'] ?? ''
  const transcript: Segment[] = []
  await localEngine({ modelsDir }).transcribe({
    wavPath,
    language: 'en-US',
    onChunk: ({ segments }) => void transcript.push(...segments),
  })
  return transcript
}

export const textOf = (segments: readonly { text: string }[]) => segments.map(({ text }) => text).join(' ')

export interface PrivateState {
  status: string
  failure_code: string | null
  failure_message: string | null
  recording_id: number | null
  closed_recording_id: number | null
  object_key: string
  original_deleted_at: Date | null
  privacy: Record<string, unknown> | null
}

export async function readPrivateState(db: Db, { key }: Import): Promise<PrivateState> {
  const { rows } = await sql<PrivateState>`
    select f.status, f.failure_code, f.failure_message, f.recording_id, f.closed_recording_id, f.object_key,
      f.original_deleted_at, r.privacy
    from file f left join recording r on r.id = f.recording_id where f.key = ${key}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The file does not exist.')
  return row
}
