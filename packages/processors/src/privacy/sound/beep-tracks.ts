/**
 * The two tracks that make beeps: a gate to multiply with, 0 during a beep and 1 elsewhere, and a tone to add. Unlike
 * conditions in a filter, they cost the same for any number of beeps.
 */

import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Range } from './beep-ranges.ts'

/** Enough for edges exact to a millisecond and a tone of 1 kHz. */
export const beepRate = 8000
const samplesPerMs = beepRate / 1000
const toneHz = 1000
/** Clearly audible next to speech, but not louder. */
const toneLevel = 0.12 * 32_767
const full = 32_767
/** The recording may be slightly longer than its container states. */
const tailMs = 10_000
const pieceSamples = 64 * 1024

export const gateFile = 'gate.s16'
export const toneFile = 'tone.s16'

/** @param ranges sorted and non-overlapping. Existing files are replaced; symbolic links are never followed. */
export async function writeBeepTracks(
  workDir: string,
  ranges: readonly Range[],
  durationMs: number,
): Promise<void> {
  const total = Math.ceil((durationMs + tailMs) * samplesPerMs)
  await writeTrack(join(workDir, gateFile), total, (piece, first) => {
    piece.fill(full)
    eachOverlap(ranges, first, piece.length, (from, to) => piece.fill(0, from, to))
  })
  await writeTrack(join(workDir, toneFile), total, (piece, first) => {
    piece.fill(0)
    eachOverlap(ranges, first, piece.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        piece[at] = toneLevel * Math.sin((2 * Math.PI * toneHz * (first + at)) / beepRate)
      }
    })
  })
}

async function writeTrack(
  path: string,
  total: number,
  draw: (piece: Int16Array, first: number) => void,
): Promise<void> {
  await rm(path, { force: true })
  await using file = await open(path, 'wx', 0o644)
  for (let first = 0; first < total; first += pieceSamples) {
    const piece = new Int16Array(Math.min(pieceSamples, total - first))
    draw(piece, first)
    await file.write(Buffer.from(piece.buffer))
  }
}

function eachOverlap(
  ranges: readonly Range[],
  first: number,
  count: number,
  use: (from: number, to: number) => void,
): void {
  for (let index = firstEndingAfter(ranges, first); index < ranges.length; index += 1) {
    const [startMs, endMs] = ranges[index] ?? [0, 0]
    const from = Math.floor(startMs * samplesPerMs) - first
    if (from >= count) return
    const to = Math.ceil(endMs * samplesPerMs) - first
    use(Math.max(0, from), Math.min(count, to))
  }
}

function firstEndingAfter(ranges: readonly Range[], sample: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((ranges[middle]?.[1] ?? 0) * samplesPerMs > sample) high = middle
    else low = middle + 1
  }
  return low
}
