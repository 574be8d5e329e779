/** A piece of a recording to send: voice with padding. */

import { samplesPerMs } from '../audio.ts'
import { padVoice } from '../chunk-plan.ts'
import type { RecognizedChunk } from '../engine-messages.ts'

type Stretch = readonly [startMs: number, endMs: number]

export type Piece = {
  readonly startMs: number
  readonly endMs: number
  /** Never empty: pieces without voice are not sent. */
  readonly voiceMs: readonly Stretch[]
}

/** Null without voice. */
export function pieceOf(chunk: Pick<RecognizedChunk, 'startMs' | 'endMs' | 'voiceMs'>): Piece | null {
  const first = chunk.voiceMs[0]
  const last = chunk.voiceMs.at(-1)
  if (first === undefined || last === undefined) return null
  const { start, end } = padVoice(
    { start: first[0] * samplesPerMs, end: last[1] * samplesPerMs },
    { start: chunk.startMs * samplesPerMs, end: chunk.endMs * samplesPerMs },
  )
  return { startMs: start / samplesPerMs, endMs: end / samplesPerMs, voiceMs: chunk.voiceMs }
}

/** The best cut of a piece that is too large: the pause nearest to its middle; null without one. */
export function pauseNearMiddle({ startMs, endMs, voiceMs }: Piece): number | null {
  const quarter = (endMs - startMs) / 4
  const middle = startMs + 2 * quarter
  const pauses = voiceMs
    .slice(1)
    .map(([next], index) => Math.round(((voiceMs[index]?.[1] ?? next) + next) / 2))
    .filter((pause) => Math.abs(pause - middle) <= quarter)
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return pauses[0] ?? null
}

/** One or two pieces; a half without voice is dropped. */
export function cutPiece(piece: Piece, cutMs: number): Piece[] {
  const halves = [
    { startMs: piece.startMs, endMs: cutMs },
    { startMs: cutMs, endMs: piece.endMs },
  ]
  return halves.flatMap((half) => {
    const voiceMs = overlap(piece.voiceMs, half.startMs, half.endMs)
    return pieceOf({ ...half, voiceMs }) ?? []
  })
}

/** The voice between two times, or the whole range if the detector found none. */
export function voiceWithin({ voiceMs }: Piece, startMs: number, endMs: number): readonly Stretch[] {
  const found = overlap(voiceMs, startMs, endMs)
  return found.length > 0 ? found : [[startMs, endMs]]
}

function overlap(voiceMs: readonly Stretch[], startMs: number, endMs: number): Stretch[] {
  return voiceMs
    .map(([start, end]) => [Math.max(start, startMs), Math.min(end, endMs)] as const)
    .filter(([start, end]) => end > start)
}
