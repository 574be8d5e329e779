/** Faces and names of recorded calls: how much of them is covered, and what is still found and read afterwards. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faceFilms, makeMeeting, meetingNames } from '../../../test/faces.ts'
import { makeRoot, removeRoot } from '../../../test/job-dirs.ts'
import { probeSandbox } from '../../sandbox/probe.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { fetchModels, modelsDir } from '../../speech/recordings.fixture.ts'
import type { Box } from '../picture/boxes.ts'
import { detectorModels } from '../picture/detector-models.ts'
import { facePicturePx, loadFaceDetector } from '../picture/face-detector.ts'
import { ffmpeg, render } from './private.fixture.ts'

const run = promisify(execFile)
const isFull = process.env['INLET_FULL'] === '1'
const timeout = 3_600_000

let root: string
let sandbox: Sandbox
beforeAll(async () => {
  root = await makeRoot()
  sandbox = await probeSandbox({ workRoot: root })
  await fetchModels()
}, 300_000)
afterAll(() => removeRoot(root))

const meetings = isFull
  ? [
      { seconds: 20, from: 0 },
      { seconds: 20, from: 8 },
    ]
  : [{ seconds: 2, from: 0 }]
/** Of the films' 25, and never only those the product looks at. */
const picturesASecond = isFull ? 25 : 5
const readsEverySeconds = isFull ? 1 : 2

it('faces and names of calls are covered, in every picture', { timeout }, async () => {
  const films = await faceFilms()
  if (films === null) return
  const total = { sightings: 0, covered: 0, again: 0, labels: 0, unread: 0, mended: 0 }
  for (const [i, { seconds, from }] of meetings.entries()) {
    const path = join(root, `meeting-${i}.mp4`)
    await makeMeeting(path, films, seconds, from)
    const outputPath = join(root, `meeting-${i}-covered.mp4`)
    const settings = { anonymize_video: 'blur_faces' } as const
    const result = await render({ root, sandbox }, { path, settings, outputPath })
    if (!result.ok) throw new Error(result.failure.message)
    total.mended += result.report.mended
    for (let second = 0; second < seconds; second += 1) {
      const [before, after] = [await readPictures(path, second), await readPictures(outputPath, second)]
      expect(after.length).toBe(before.length)
      for (const [at, picture] of before.entries()) {
        const covered = after[at] ?? picture
        const faces = await findFaces(picture)
        total.sightings += faces.length
        total.covered += faces.filter((face) => isCovered(picture, covered, face)).length
        total.again += (await findFaces(covered)).length
      }
    }
    for (let second = 0.5; second < seconds; second += readsEverySeconds) {
      const readable = await readNames(path, second)
      const still = await readNames(outputPath, second)
      total.labels += readable.length
      total.unread += readable.filter((name) => !still.includes(name)).length
    }
  }
  const { sightings, covered, again, labels, unread, mended } = total
  process.stdout.write(
    `privacy faces=${sightings} covered=${(covered / sightings).toFixed(4)} found_again=${again} labels=${labels} labels_covered=${(unread / labels).toFixed(4)} mended=${mended}\n`,
  )
  expect(sightings).toBeGreaterThan(meetings.length * 15)
  expect(covered / sightings).toBeGreaterThanOrEqual(0.995)
  expect(again / sightings).toBeLessThanOrEqual(1 / 500)
  expect(labels).toBeGreaterThanOrEqual(4)
  expect(unread / labels).toBeGreaterThanOrEqual(0.95)
})

const size = { width: 640, height: 360 }

/** Of one second. */
async function readPictures(path: string, second: number): Promise<Buffer[]> {
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
async function findFaces(picture: Buffer): Promise<readonly Box[]> {
  detector ??= await loadFaceDetector(join(modelsDir, detectorModels.faces))
  return detector.detect(picture, size, 0.8)
}

const isCovered = (before: Buffer, after: Buffer, face: Box) =>
  detailIn(after, face) < 0.35 * detailIn(before, face)

/** How much the brightness changes from pixel to pixel. Little of it is left where something is covered. */
function detailIn(picture: Buffer, { x0, y0, x1, y1 }: Box): number {
  const at = (x: number, y: number) => picture[(y * facePicturePx + x) * 3 + 1] ?? 0
  let sum = 0
  for (let y = Math.round(y0 * size.height); y < Math.round(y1 * size.height) - 1; y += 1) {
    for (let x = Math.round(x0 * size.width); x < Math.round(x1 * size.width) - 1; x += 1)
      sum += Math.abs(at(x + 1, y) - at(x, y)) + Math.abs(at(x, y + 1) - at(x, y))
  }
  return sum
}

/** The names under the tiles that a reader makes out, each by either of its words. */
async function readNames(path: string, second: number): Promise<string[]> {
  const png = join(root, 'frame.png')
  await ffmpeg('-ss', String(second), '-i', path, '-frames:v', '1', '-vf', 'scale=2560:-1', png)
  const { stdout } = await run('tesseract', [png, '-', '--psm', '11'])
  return meetingNames.filter((name) => name.split(' ').some((word) => stdout.includes(word)))
}
