/** Streams the frames of a recording through a pipe inside the sandbox. */

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Demuxer } from '../../media/demuxer.ts'
import { inputWords } from '../../media/ffmpeg.ts'
import type { Size } from './picture-size.ts'
import { readShownSize } from './picture-size.ts'

export type Recording = { readonly name: string; readonly demuxer: Demuxer }

/** One stream of frames: the rate and ffmpeg's filter for their size. */
export type Shots = { readonly rate: string; readonly filters: string; readonly bytes: number }

const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-filter_threads', '1', '-threads', '1']

/** Rotated as players rotate it, with square pixels. */
export async function readSize({ name, demuxer }: Recording): Promise<Size> {
  const words = [...quiet, ...inputWords(demuxer, name), '-map', '0:v:0', '-frames:v', '1']
  const child = spawn('ffmpeg', [...words, '-pix_fmt', 'yuv420p', '-f', 'yuv4mpegpipe', 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let head = ''
  for await (const chunk of child.stdout) if (head.length < 200) head += String(chunk).slice(0, 200)
  const size = readShownSize(head.split('\n')[0] ?? '')
  if (size === null) throw new Error('the recording has no video')
  return size
}

/** Reads every stream to its end from a single decoding pass. @throws if ffmpeg fails. */
export async function takeShots(
  { name, demuxer }: Recording,
  kinds: readonly (Shots & { readonly onPicture: (rgb: Buffer, index: number) => Promise<void> })[],
): Promise<void> {
  const parts = kinds.map((_, index) => `[s${index}]`).join('')
  const graph = [
    `[0:v:0]setsar=1,split=${kinds.length}${parts}`,
    ...kinds.map(({ rate, filters }, index) => `[s${index}]fps=${rate}:start_time=0,${filters}[o${index}]`),
  ].join(';')
  const outputs = kinds.flatMap((_, index) => [
    ['-map', `[o${index}]`, '-pix_fmt', 'rgb24', '-f', 'rawvideo', `pipe:${3 + index}`],
  ])
  const words = [...quiet, ...inputWords(demuxer, name), '-filter_complex', graph, ...outputs.flat()]
  const child = spawn('ffmpeg', words, {
    stdio: ['ignore', 'ignore', 'inherit', ...kinds.map(() => 'pipe' as const)],
  })
  const ended = endOf(child)
  await Promise.all(
    kinds.map(async ({ bytes, onPicture }, index) => {
      const pipe = child.stdio[3 + index]
      if (!(pipe instanceof Readable)) throw new Error('ffmpeg has no output pipe')
      await eachPicture(pipe, bytes, onPicture)
    }),
  )
  await ended
}

async function eachPicture(
  pipe: Readable,
  bytes: number,
  onPicture: (rgb: Buffer, index: number) => Promise<void>,
): Promise<void> {
  let index = 0
  const picture = Buffer.alloc(bytes)
  let filled = 0
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    let at = 0
    while (at < chunk.length) {
      const taken = Math.min(bytes - filled, chunk.length - at)
      chunk.copy(picture, filled, at, at + taken)
      filled += taken
      at += taken
      if (filled < bytes) continue
      await onPicture(picture, index)
      index += 1
      filled = 0
    }
  }
}

/** Encodes the mask as a small lossless video; an unchanged frame takes a few bytes. */
export async function writeFilm(
  name: string,
  { size, rate, pictures }: { size: Size; rate: number; pictures: Iterable<Buffer> },
): Promise<void> {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-s',
    `${size.width}x${size.height}`,
    '-r',
    String(rate),
    '-i',
    'pipe:0',
  ]
  const child = spawn(
    'ffmpeg',
    [
      ...quiet.filter((word) => word !== '-nostdin'),
      ...input,
      '-c:v',
      'ffv1',
      '-y',
      '-f',
      'matroska',
      `file:${name}`,
    ],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  )
  const ended = endOf(child)
  await pipeline(Readable.from(pictures), child.stdin)
  await ended
}

/** @throws if the process fails. */
function endOf(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    if (code === 0) resolve()
    else reject(new Error(`ffmpeg exited with ${signal ?? code}`))
  })
  // A failure is handled once the pipes are read; until then the rejection would be unhandled.
  promise.catch(() => {})
  return promise
}
