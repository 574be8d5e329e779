/** Faces in one picture. Loaded by the child process only: its library blocks and is large. */

import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Detection } from './boxes.ts'
import { dropDoubles } from './boxes.ts'
import { detectorOptions } from './detector-options.ts'

/** What the model was made for. Pictures lie in its upper left corner. */
export const facePicturePx = 640

/** Of each stride the sizes of its two anchors, as multiples of 16 px. */
const strides = [
  { px: 32, scales: [32, 16] },
  { px: 16, scales: [8, 4] },
  { px: 8, scales: [2, 1] },
] as const
const anchorPx = 16
const mostLikeness = 0.4

export type FaceDetector = {
  /** @param rgb 640 x 640 pixels; boxes are parts of the picture that is `width` x `height` of them. */
  detect(rgb: Buffer, picture: { width: number; height: number }, leastScore: number): Promise<Detection[]>
}

export async function loadFaceDetector(modelPath: string): Promise<FaceDetector> {
  const session = await InferenceSession.create(modelPath, detectorOptions)
  const pixels = facePicturePx * facePicturePx
  const data = new Float32Array(pixels * 3)
  return {
    async detect(rgb, picture, leastScore) {
      for (let at = 0, from = 0; at < pixels; at += 1, from += 3) {
        data[at] = rgb[from] ?? 0
        data[at + pixels] = rgb[from + 1] ?? 0
        data[at + pixels * 2] = rgb[from + 2] ?? 0
      }
      const results = await session.run({
        data: new Tensor('float32', data, [1, 3, facePicturePx, facePicturePx]),
      })
      const found = strides.flatMap(({ px, scales }) => {
        const scores = numbersOf(results[`face_rpn_cls_prob_reshape_stride${px}`])
        const offsets = numbersOf(results[`face_rpn_bbox_pred_stride${px}`])
        return readStride({ px, scales, scores, offsets, leastScore })
      })
      const inPicture = found.map(({ x0, y0, x1, y1, score }) => ({
        x0: clamp(x0 / picture.width),
        y0: clamp(y0 / picture.height),
        x1: clamp(x1 / picture.width),
        y1: clamp(y1 / picture.height),
        score,
      }))
      return dropDoubles(
        inPicture.filter((box) => box.x1 > box.x0 && box.y1 > box.y0),
        mostLikeness,
      )
    },
  }
}

type Stride = {
  readonly px: number
  readonly scales: readonly number[]
  readonly scores: Float32Array
  readonly offsets: Float32Array
  readonly leastScore: number
}

/** Each cell tells for each anchor how sure it is of a face, and how the face lies against the anchor. */
function readStride({ px, scales, scores, offsets, leastScore }: Stride): Detection[] {
  const side = facePicturePx / px
  const cells = side * side
  const found: Detection[] = []
  for (const [anchor, scale] of scales.entries()) {
    // The first half of the scores says how sure it is of no face.
    const scoresAt = (anchor + scales.length) * cells
    const offsetsAt = anchor * 4 * cells
    const size = anchorPx * scale
    for (let cell = 0; cell < cells; cell += 1) {
      const score = scores[scoresAt + cell] ?? 0
      if (score < leastScore) continue
      const offset = (part: number) => offsets[offsetsAt + part * cells + cell] ?? 0
      const centreX = (cell % side) * px + anchorPx / 2 + size * offset(0)
      const centreY = Math.floor(cell / side) * px + anchorPx / 2 + size * offset(1)
      const halfWidth = (size * Math.exp(offset(2))) / 2
      const halfHeight = (size * Math.exp(offset(3))) / 2
      found.push({
        x0: centreX - halfWidth,
        y0: centreY - halfHeight,
        x1: centreX + halfWidth,
        y1: centreY + halfHeight,
        score,
      })
    }
  }
  return found
}

function numbersOf(tensor: Tensor | undefined): Float32Array {
  if (tensor === undefined || !(tensor.data instanceof Float32Array))
    throw new Error('the face model answers in another form')
  return tensor.data
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
