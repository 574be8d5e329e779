/**
 * Turns detections in sampled frames into a mask for every moment.
 * A detector sees only some frames, misses faces that turn away and draws tight boxes. So detections are tracked from
 * sample to sample, held where they are lost and covered with a margin.
 */

import type { Box } from './boxes.ts'
import { between, likeness, pad, unite } from './boxes.ts'

/** The sampling rate for faces and the frame rate of the mask: about every third or fourth frame. */
export const coverRate = 8
/** The sampling rate for text, which stays still longer than faces. */
export const textEverySeconds = 2

const facePadding = 0.35
const textPadding = 0.05
/** How long a face is covered before its first and after its last detection. */
const holdSamples = coverRate
/** How far from its last position a lost face may reappear. */
const leastLikeness = 0.1

/** The boxes of each sample, in order. */
export type Samples = readonly (readonly Box[])[]

type Track = { first: number; readonly boxes: (Box | null)[] }

/** The boxes to cover from each sample until the next. */
export function planCover(faces: Samples, texts: Samples, sampleCount: number): Box[][] {
  const cover: Box[][] = Array.from({ length: sampleCount }, () => [])
  for (const track of followFaces(faces)) coverTrack(cover, track)
  for (const [index, boxes] of texts.entries()) coverTexts(cover, boxes, index)
  return cover
}

function followFaces(samples: Samples): Track[] {
  const ended: Track[] = []
  let open: Track[] = []
  for (const [sample, boxes] of samples.entries()) {
    const isTaken = new Set<Track>()
    for (const box of boxes) {
      const track = nearest(
        open.filter((each) => !isTaken.has(each)),
        box,
      )
      const found = track ?? { first: sample, boxes: [] }
      if (track === null) open.push(found)
      isTaken.add(found)
      while (found.boxes.length < sample - found.first) found.boxes.push(null)
      found.boxes.push(box)
    }
    const isOpen = ({ first, boxes: seen }: Track) => sample - (first + seen.length - 1) < holdSamples
    ended.push(...open.filter((track) => !isOpen(track)))
    open = open.filter(isOpen)
  }
  return [...ended, ...open]
}

function nearest(tracks: readonly Track[], box: Box): Track | null {
  let best: Track | null = null
  let most = leastLikeness
  for (const track of tracks) {
    const last = track.boxes.at(-1)
    const alike = last ? likeness(last, box) : 0
    if (alike < most) continue
    most = alike
    best = track
  }
  return best
}

/** Each sample covers the previous, current and next position of the face. */
function coverTrack(cover: Box[][], { first, boxes }: Track): void {
  const whole = fillGaps(boxes)
  const at = (sample: number) => whole[Math.min(whole.length - 1, Math.max(0, sample - first))]
  for (let sample = first - holdSamples / 2; sample < first + whole.length + holdSamples; sample += 1) {
    const [before, now, after] = [at(sample - 1), at(sample), at(sample + 1)]
    if (before === undefined || now === undefined || after === undefined) continue
    cover[sample]?.push(pad(unite(unite(before, now), after), facePadding))
  }
}

function fillGaps(boxes: readonly (Box | null)[]): Box[] {
  const whole: Box[] = []
  let seenAt = 0
  for (const [index, box] of boxes.entries()) {
    if (box === null) continue
    const last = whole.at(-1) ?? box
    for (let gap = whole.length; gap < index; gap += 1) {
      whole.push(between(last, box, (gap - seenAt) / (index - seenAt)))
    }
    whole.push(box)
    seenAt = index
  }
  return whole
}

/** From the previous sample to the next, because the text may have appeared at any time in between. */
function coverTexts(cover: Box[][], boxes: readonly Box[], index: number): void {
  const samples = textEverySeconds * coverRate
  const until = Math.min(cover.length, (index + 1) * samples + 1)
  for (let sample = Math.max(0, (index - 1) * samples); sample < until; sample += 1) {
    for (const box of boxes) cover[sample]?.push(pad(box, textPadding))
  }
}

/** A greyscale frame, white where the recording is covered. */
export function drawCover(boxes: readonly Box[], width: number, height: number): Buffer<ArrayBuffer> {
  const picture = Buffer.alloc(width * height)
  for (const { x0, y0, x1, y1 } of boxes) {
    const left = Math.max(0, Math.floor(x0 * width))
    const right = Math.min(width, Math.ceil(x1 * width))
    const bottom = Math.min(height, Math.ceil(y1 * height))
    for (let y = Math.max(0, Math.floor(y0 * height)); y < bottom; y += 1) {
      picture.fill(255, y * width + left, y * width + right)
    }
  }
  return picture
}
