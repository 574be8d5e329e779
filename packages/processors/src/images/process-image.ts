/** An image in, its size, a thumbnail and the text on it out. */

import { startBudget } from '../budget.ts'
import { checkType } from '../detect/check-type.ts'
import type { Result } from '../failures.ts'
import { unsupported } from '../failures.ts'
import { prepareJobDir, sourceName } from '../job.ts'
import { recognizeText } from '../ocr.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { convertBmp } from './bmp.ts'
import { ocrImageName, renderImage } from './render.ts'

export type ImageRequest = {
  readonly sandbox: Sandbox
  /** Must lie directly in `workDir`. */
  readonly inputPath: string
  /** Lower case, without the dot. */
  readonly extension: string
  /** A private directory, removed by the caller: results lie in it. See `withWorkDir`. */
  readonly workDir: string
  readonly signal?: AbortSignal | undefined
  readonly wallMs?: number
  readonly ocrLanguages?: readonly string[]
}

export type ProcessedImage = {
  /** WebP, upright. */
  readonly thumbnailPath: string
  /** In pixels, upright. */
  readonly width: number
  readonly height: number
  /** Empty when there is none, or none could be read in time. */
  readonly text: string
}

const defaultWallMs = 110_000
const ocrMs = 45_000
const imageExtensions = new Set(['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'webp'])

/** @throws when aborted, and for trouble of the machine: then nothing is known of the file, and the job may be retried. */
export async function processImage(request: ImageRequest): Promise<Result<ProcessedImage>> {
  const { sandbox, extension, workDir, signal } = request
  if (!imageExtensions.has(extension)) return unsupported(extension)
  const job = { sandbox, workDir, signal, budget: startBudget(request.wallMs ?? defaultWallMs) }
  await prepareJobDir(workDir, request.inputPath)

  const type = await checkType(job, extension)
  if (!type.ok) return type
  const decoded = extension === 'bmp' ? await convertBmp(job) : { ok: true as const, imageName: sourceName }
  if (!decoded.ok) return decoded
  const rendered = await renderImage(job, decoded.imageName)
  if (!rendered.ok) return rendered

  const languages = request.ocrLanguages ?? ['eng']
  const text = await recognizeText(job, { imageName: ocrImageName, languages, wallMs: ocrMs })
  const { thumbnailPath, width, height } = rendered
  return { ok: true, thumbnailPath, width, height, text: text ?? '' }
}
