/** Reads the size and text of an image and renders a thumbnail. */

import { startBudget } from '../budget.ts'
import { checkType } from '../detect/check-type.ts'
import type { Result } from '../failures.ts'
import { unsupported } from '../failures.ts'
import { prepareJobDir, sourceName } from '../job.ts'
import { recognizeText } from '../ocr.ts'
import { englishOnly, type OcrLanguages } from '../ocr-languages.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { withReliableVerdict } from '../verdict.ts'
import { convertBmp } from './bmp.ts'
import { ocrImageName, renderImage } from './render.ts'

export type ImageRequest = {
  readonly sandbox: Sandbox
  /** Directly in `workDir`. */
  readonly inputPath: string
  /** Lower case, without the dot. */
  readonly extension: string
  /** A private directory that holds the results; the caller removes it. See `withWorkDir`. */
  readonly workDir: string
  readonly signal?: AbortSignal | undefined
  readonly wallMs?: number
  /** English by default. */
  readonly ocr?: OcrLanguages
  /** Called when the image is drawn and its text is about to be read. */
  readonly onRecognizing?: () => void
}

export type ProcessedImage = {
  /** WebP, with the orientation applied. */
  readonly thumbnailPath: string
  /** In pixels, with the orientation applied. */
  readonly width: number
  readonly height: number
  /** Empty if there is none or none could be read in time. */
  readonly text: string
}

const defaultWallMs = 110_000
const ocrMs = 45_000
const imageExtensions = new Set(['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'webp'])

/** @throws when aborted and on infrastructure errors, which say nothing about the file: the job can be retried. */
export function processImage(request: ImageRequest): Promise<Result<ProcessedImage>> {
  return withReliableVerdict(request, () => readImage(request))
}

async function readImage(request: ImageRequest): Promise<Result<ProcessedImage>> {
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

  request.onRecognizing?.()
  const { languages } = request.ocr ?? englishOnly
  const text = await recognizeText(job, { imageName: ocrImageName, languages, wallMs: ocrMs })
  const { thumbnailPath, width, height } = rendered
  return { ok: true, thumbnailPath, width, height, text: text ?? '' }
}
