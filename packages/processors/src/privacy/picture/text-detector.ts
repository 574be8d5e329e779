/** Detects lines of text in a picture. Only the child process loads it. */

import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Box } from './boxes.ts'
import { detectorOptions } from './detector-options.ts'

/** The model requires multiples of 32. */
export const textPicture = { width: 640, height: 384 } as const

/** The usual thresholds of this model: for a pixel, and for the average score of a line. */
const leastPixel = 0.3
const leastMean = 0.4
const leastSidePx = 4
/** The model marks the core of a line; it is expanded by this fraction of its height. */
const growth = 0.8
const mean = [0.485, 0.456, 0.406] as const
const deviation = [0.229, 0.224, 0.225] as const

export type TextDetector = {
  /** @param rgb 640 x 384 pixels, the picture stretched to fill them. */
  detect(rgb: Buffer): Promise<Box[]>
}

export async function loadTextDetector(modelPath: string): Promise<TextDetector> {
  const session = await InferenceSession.create(modelPath, detectorOptions)
  const { width, height } = textPicture
  const pixels = width * height
  const data = new Float32Array(pixels * 3)
  return {
    async detect(rgb) {
      for (const channel of [0, 1, 2] as const) {
        const base = channel * pixels
        for (let at = 0; at < pixels; at += 1) {
          data[base + at] = ((rgb[at * 3 + channel] ?? 0) / 255 - mean[channel]) / deviation[channel]
        }
      }
      const results = await session.run({ x: new Tensor('float32', data, [1, 3, height, width]) })
      const [answer] = Object.values(results)
      if (answer === undefined || !(answer.data instanceof Float32Array) || answer.data.length !== pixels)
        throw new Error('the text model has an unexpected output format')
      return findLines(answer.data, width, height)
    },
  }
}

/** Connected text pixels form a line. */
export function findLines(chances: Float32Array, width: number, height: number): Box[] {
  const isSeen = new Uint8Array(chances.length)
  const lines: Box[] = []
  for (let start = 0; start < chances.length; start += 1) {
    if (isSeen[start] === 1 || (chances[start] ?? 0) < leastPixel) continue
    const line = gather(chances, isSeen, { start, width, height })
    const lineWidth = line.right - line.left + 1
    const lineHeight = line.bottom - line.top + 1
    if (Math.min(lineWidth, lineHeight) < leastSidePx || line.sum / line.count < leastMean) continue
    const around = Math.min(lineWidth, lineHeight) * growth
    lines.push({
      x0: Math.max(0, (line.left - around) / width),
      y0: Math.max(0, (line.top - around) / height),
      x1: Math.min(1, (line.right + 1 + around) / width),
      y1: Math.min(1, (line.bottom + 1 + around) / height),
    })
  }
  return lines
}

function gather(
  chances: Float32Array,
  isSeen: Uint8Array,
  { start, width, height }: { start: number; width: number; height: number },
) {
  const line = { left: width, right: 0, top: height, bottom: 0, sum: 0, count: 0 }
  const waiting = [start]
  isSeen[start] = 1
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % width
    const y = Math.floor(at / width)
    line.left = Math.min(line.left, x)
    line.right = Math.max(line.right, x)
    line.top = Math.min(line.top, y)
    line.bottom = Math.max(line.bottom, y)
    line.sum += chances[at] ?? 0
    line.count += 1
    const neighbours = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
    for (const next of neighbours) {
      if (next < 0 || next >= chances.length || isSeen[next] === 1 || (chances[next] ?? 0) < leastPixel)
        continue
      isSeen[next] = 1
      waiting.push(next)
    }
  }
  return line
}
