/** Measures what is visible of faces and names in a recorded call. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { areaOf, type Box, overlapOf } from '../../src/privacy/picture/boxes.ts'
import { detectorModels } from '../../src/privacy/picture/detector-models.ts'
import { facePicturePx, loadFaceDetector } from '../../src/privacy/picture/face-detector.ts'
import { type Hidden, hidingWidth, meetingNames, meetingRate, swayAt, tileSize } from '../faces.ts'
import { modelsDir } from '../speech/recordings.ts'
import { ffmpeg } from './protected-media.ts'

const run = promisify(execFile)

/** The size for inspection: half of the original. */
const size = { width: 640, height: 360 }

/** The requested number of frames from one second of a video. */
export async function readPictures(
  path: string,
  second: number,
  picturesASecond: number = meetingRate,
): Promise<Buffer[]> {
  const filters = `fps=${picturesASecond},scale=${size.width}:${size.height}:flags=area,pad=${facePicturePx}:${facePicturePx}`
  const words = ['-v', 'error', '-ss', String(second), '-t', '1', '-i', path, '-vf', filters]
  const output = ['-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1']
  const { stdout } = await run('ffmpeg', [...words, ...output], { encoding: 'buffer', maxBuffer: 200e6 })
  const bytes = facePicturePx ** 2 * 3
  return Array.from({ length: Math.floor(stdout.length / bytes) }, (_, i) =>
    stdout.subarray(i * bytes, (i + 1) * bytes),
  )
}

let detector: Awaited<ReturnType<typeof loadFaceDetector>> | undefined
export async function findFaces(picture: Buffer): Promise<readonly Box[]> {
  detector ??= await loadFaceDetector(join(modelsDir, detectorModels.faces))
  return detector.detect(picture, size, 0.8)
}

/** The visible part of a face. */
export interface Sight {
  shown: Box
  /** Where it is occluded. */
  before?: Box
  visible: number
}

const nothing: Box = { x0: 0, y0: 0, x1: 0, y1: 0 }

/** For a face whose position is known from the same call without occlusion. */
export function sightOf(face: Box, hidden: Hidden, seconds: number): Sight {
  const tile = { width: 0.5, height: 0.5 }
  const column = (face.x0 + face.x1) / 2 < 0.5 ? 0 : 1
  const row = (face.y0 + face.y1) / 2 < 0.5 ? 0 : 1
  const left = column * tile.width
  const top = row * tile.height
  const sway = (swayAt(hidden, seconds) / tileSize.width) * tile.width
  if (hidden === 'beyond the edge') {
    const shown = {
      x0: Math.max(left, face.x0 + sway),
      y0: face.y0,
      x1: Math.min(left + tile.width, face.x1 + sway),
      y1: face.y1,
    }
    return { shown, visible: areaOf(shown) / areaOf(face) }
  }
  const width = (hidingWidth / tileSize.width) * tile.width
  const x0 = left + (tile.width - width) / 2 + sway
  const before = { x0, y0: top, x1: x0 + width, y1: top + tile.height }
  return { shown: face, before, visible: 1 - overlapOf(face, before) / areaOf(face) }
}

export function isCovered(
  before: Buffer,
  after: Buffer,
  { shown, before: hiding = nothing }: Pick<Sight, 'shown' | 'before'>,
): boolean {
  return detailIn(after, shown, hiding) < 0.35 * detailIn(before, shown, hiding)
}

/** Pixels around the occluding object: its edge is not part of the face. */
const edgePx = 4

/** The gradient of the brightness, which is low where something is covered. */
function detailIn(picture: Buffer, { x0, y0, x1, y1 }: Box, hiding: Box): number {
  const at = (x: number, y: number) => picture[(y * facePicturePx + x) * 3 + 1] ?? 0
  const isHidden = (x: number) =>
    x > hiding.x0 * size.width - edgePx && x < hiding.x1 * size.width + edgePx && hiding.x1 > 0
  let sum = 0
  for (let y = Math.round(y0 * size.height); y < Math.round(y1 * size.height) - 1; y += 1) {
    for (let x = Math.round(x0 * size.width); x < Math.round(x1 * size.width) - 1; x += 1)
      if (!isHidden(x)) sum += Math.abs(at(x + 1, y) - at(x, y)) + Math.abs(at(x, y + 1) - at(x, y))
  }
  return sum
}

/** The names under the tiles that OCR recognizes, each by either of its words. */
export async function readNames(dir: string, path: string, second: number): Promise<string[]> {
  const png = join(dir, 'frame.png')
  await ffmpeg('-ss', String(second), '-i', path, '-frames:v', '1', '-vf', 'scale=2560:-1', png)
  const { stdout } = await run('tesseract', [png, '-', '--psm', '11'])
  return meetingNames.filter((name) => name.split(' ').some((word) => stdout.includes(word)))
}
