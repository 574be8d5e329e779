/** Detects faces in a picture. Only the child process loads it, because the library is large and blocks. */

import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Detection } from './boxes.ts'
import { dropDoubles } from './boxes.ts'
import { detectorOptions } from './detector-options.ts'

/** The input size of the model. Pictures are placed in its upper left corner. */
export const facePicturePx = 640

/** The sizes of the two anchors of each stride, in multiples of 16 px. */
const strides = [
  { px: 32, scales: [32, 16] },
  { px: 16, scales: [8, 4] },
  { px: 8, scales: [2, 1] },
] as const
const anchorPx = 16
const mostLikeness = 0.4

export type FaceDetector = {
  /**
   * @param rgb 640 x 640 pixels, of which the picture covers `width` x `height`. Boxes are in fractions of the
   * picture.
   */
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

/** Each cell has a score per anchor and the offsets of the face relative to the anchor. */
function readStride({ px, scales, scores, offsets, leastScore }: Stride): Detection[] {
  const side = facePicturePx / px
  const cells = side * side
  const found: Detection[] = []
  for (const [anchor, scale] of scales.entries()) {
    // The first half of the scores is for "no face".
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
    throw new Error('the face model has an unexpected output format')
  return tensor.data
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
