/**
 * Detects faces and text in a recording. Runs in the sandbox, in a process of its own for the detector library. Prints
 * "progress <seconds>" lines and finally the result as JSON.
 */

import { readFile, writeFile } from 'node:fs/promises'
import type { Box } from './boxes.ts'
import { areaOf, overlapOf } from './boxes.ts'
import { facePicturePx, loadFaceDetector } from './face-detector.ts'
import type { Recording, Shots } from './frames.ts'
import { readSize, takeShots, writeFilm } from './frames.ts'
import type { InspectionResult, InspectionTask } from './inspection-task.ts'
import { coverFilm, foundFile } from './inspection-task.ts'
import type { Samples } from './mask-plan.ts'
import { coverRate, drawCover, planCover, textEverySeconds } from './mask-plan.ts'
import type { Size } from './picture-size.ts'
import { coverSize, fittedSize, sizeWithin } from './picture-size.ts'
import { loadTextDetector, textPicture } from './text-detector.ts'

/** A low threshold for covering a face, a high one for reporting it as missed. */
const leastFound = 0.45
const leastMissed = 0.8
/** Not a multiple of the mask rate, so that the check inspects other frames. */
const checkRate = 3
/** A face counts as missed if less than this fraction of it is covered. */
const leastCovered = 0.5
/** The mask extends past the end: sound may be longer than the picture, and durations in containers are unreliable. */
const tailSamples = coverRate * 3
const mostTold = 200

type Found = {
  readonly size: Size
  readonly faces: Box[][]
  readonly texts: Box[][]
  readonly sampleCount: number
}

function faceShots(size: Size, rate: number): Shots & { readonly shown: Size } {
  const shown = sizeWithin(size, facePicturePx)
  const filters = `scale=${shown.width}:${shown.height}:flags=area,pad=${facePicturePx}:${facePicturePx}`
  return { rate: String(rate), filters, bytes: facePicturePx ** 2 * 3, shown }
}

function tellProgress(seconds: number): void {
  process.stdout.write(`progress ${Math.round(seconds)}\n`)
}

async function find(task: InspectionTask, recording: Recording): Promise<Found> {
  const size = await readSize(recording)
  const faces: Box[][] = []
  const texts: Box[][] = []
  const kinds: Parameters<typeof takeShots>[1][number][] = []
  if (task.faceModel !== null) {
    const detector = await loadFaceDetector(task.faceModel)
    const shots = faceShots(size, coverRate)
    kinds.push({
      ...shots,
      onPicture: async (rgb, index) => {
        faces.push((await detector.detect(rgb, shots.shown, leastFound)).map(rounded))
        if (index % (coverRate * 10) === 0) tellProgress(index / coverRate)
      },
    })
  }
  if (task.textModel !== null) {
    const detector = await loadTextDetector(task.textModel)
    kinds.push({
      rate: `1/${textEverySeconds}`,
      filters: `scale=${textPicture.width}:${textPicture.height}:flags=area`,
      bytes: textPicture.width * textPicture.height * 3,
      onPicture: async (rgb, index) => {
        texts.push((await detector.detect(rgb)).map(rounded))
        if (task.faceModel === null && index % 5 === 0) tellProgress(index * textEverySeconds)
      },
    })
  }
  await takeShots(recording, kinds)
  const inspected = Math.max(faces.length, texts.length * textEverySeconds * coverRate)
  // No frame was decoded, which must not be mistaken for a recording without faces.
  if (inspected === 0) throw new Error('no frame could be decoded')
  return { size: fittedSize(size), faces, texts, sampleCount: inspected + tailSamples }
}

function rounded({ x0, y0, x1, y1 }: Box): Box {
  const round = (value: number) => Math.round(value * 10_000) / 10_000
  return { x0: round(x0), y0: round(y0), x1: round(x1), y1: round(y1) }
}

async function writeCover({ size, faces, texts, sampleCount }: Found): Promise<Box[][]> {
  const cover = planCover(faces, texts, sampleCount)
  const film = coverSize(size)
  const pictures = cover.values().map((boxes) => drawCover(boxes, film.width, film.height))
  await writeFilm(coverFilm, { size: film, rate: coverRate, pictures })
  return cover
}

function count(samples: Samples): number {
  return samples.reduce((sum, boxes) => sum + boxes.length, 0)
}

/** Inspects the rendition; whatever is not covered is added to the next mask. */
async function check(task: InspectionTask, recording: Recording, found: Found): Promise<number> {
  if (task.faceModel === null) return 0
  const detector = await loadFaceDetector(task.faceModel)
  const cover = planCover(found.faces, found.texts, found.sampleCount)
  const size = await readSize(recording)
  const shots = faceShots(size, checkRate)
  const missed: { sample: number; box: Box }[] = []
  const onPicture = async (rgb: Buffer, index: number) => {
    const sample = Math.min(cover.length - 1, Math.floor((index / checkRate) * coverRate))
    for (const box of await detector.detect(rgb, shots.shown, leastMissed)) {
      const covered = (cover[sample] ?? []).some((each) => overlapOf(each, box) >= leastCovered * areaOf(box))
      if (!covered && missed.length < 100_000) missed.push({ sample, box: rounded(box) })
    }
    if (index % (checkRate * 10) === 0) tellProgress(index / checkRate)
  }
  await takeShots(recording, [{ ...shots, onPicture }])
  for (const { sample, box } of missed) found.faces[sample]?.push(box)
  return missed.length
}

async function main(task: InspectionTask): Promise<InspectionResult> {
  const recording = { name: task.name, demuxer: task.demuxer }
  if (task.step === 'find') {
    const found = await find(task, recording)
    await writeFile(foundFile, JSON.stringify(found))
    await writeCover(found)
    return { ...found.size, faces: count(found.faces), texts: count(found.texts), missed: 0 }
  }
  const found = JSON.parse(await readFile(foundFile, 'utf8')) as Found
  const missed = await check(task, recording, found)
  if (missed > 0) {
    await writeFile(foundFile, JSON.stringify(found))
    await writeCover(found)
  }
  return {
    ...found.size,
    faces: count(found.faces),
    texts: count(found.texts),
    missed: Math.min(missed, mostTold),
  }
}

const answer = await main(JSON.parse(process.argv[2] ?? 'null') as InspectionTask)
process.stdout.write(`${JSON.stringify(answer)}\n`)
