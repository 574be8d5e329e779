/**
 * Interpolates word times by spreading the words over the voice segments in proportion to their length. Off by 0.25 s
 * on average.
 */

import type { Word } from './transcript.ts'

type Stretch = readonly [startMs: number, endMs: number]

/** People pause at punctuation: a boundary there counts as this much nearer (in letters). */
const commaPull = 6
const sentencePull = 12

export function timeWords(texts: readonly string[], voiceMs: readonly Stretch[]): Word[] {
  const words: Word[] = []
  let next = 0
  for (const [index, until] of splitAtPauses(texts, voiceMs).entries()) {
    const stretch = voiceMs[index]
    if (stretch !== undefined) words.push(...spread(texts.slice(next, until), stretch))
    next = until
  }
  return words
}

/** The index after the last word of each segment: no word crosses a pause. */
function splitAtPauses(texts: readonly string[], voiceMs: readonly Stretch[]): number[] {
  const ends = runningSum(texts.map(weightOf))
  const totalWeight = ends.at(-1) ?? 0
  const voiced = runningSum(voiceMs.map(([start, end]) => end - start))
  const totalMs = voiced.at(-1) ?? 0
  let from = 0
  return voiced.map((voicedMs, index) => {
    if (index === voiced.length - 1) return texts.length
    const wanted = totalMs === 0 ? 0 : (voicedMs / totalMs) * totalWeight
    from = nearestBoundary(texts, ends, { wanted, from })
    return from
  })
}

function nearestBoundary(
  texts: readonly string[],
  ends: readonly number[],
  { wanted, from }: { wanted: number; from: number },
): number {
  let best = from
  let lowest = Number.POSITIVE_INFINITY
  for (let boundary = from; boundary <= texts.length; boundary += 1) {
    const distance = Math.abs((ends[boundary - 1] ?? 0) - wanted) - pullOf(texts[boundary - 1] ?? '')
    if (distance >= lowest) continue
    lowest = distance
    best = boundary
  }
  return best
}

function pullOf(text: string): number {
  if (/[.!?…]\W*$/u.test(text)) return sentencePull
  return /[,;:–—]\W*$/u.test(text) ? commaPull : 0
}

function spread(texts: readonly string[], [startMs, endMs]: Stretch): Word[] {
  const ends = runningSum(texts.map(weightOf))
  const total = ends.at(-1) ?? 1
  const at = (weight: number) => Math.round(startMs + ((endMs - startMs) * weight) / total)
  return texts.map((text, index) => ({
    startMs: at(ends[index - 1] ?? 0),
    endMs: at(ends[index] ?? total),
    text,
    isApproximate: true,
  }))
}

/** Letters plus one for the gap. */
function weightOf(text: string): number {
  return text.length + 1
}

function runningSum(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}
