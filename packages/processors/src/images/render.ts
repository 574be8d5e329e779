/** Images are decoded in the sandbox only, because decoders are a target of hostile files. */

import type { Result } from '../failures.ts'
import { damaged, tooManyPixels } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile } from '../job.ts'
import { runNodeScript } from '../node-script.ts'
import { SandboxError } from '../sandbox/sandbox.ts'

const script = new URL('./render.child.ts', import.meta.url)
const limits = { wallMs: 60_000, cpuSeconds: 50 }
const thumbnailName = 'thumbnail.webp'
export const ocrImageName = 'ocr.png'
export const maxPixels = 100_000_000

export type RenderedImage = {
  readonly thumbnailPath: string
  /** After applying the EXIF orientation. */
  readonly width: number
  readonly height: number
}

/** The thumbnail of an image rendered by one of our tools; null if it cannot be read. */
export async function renderThumbnail(job: Job, imageName: string): Promise<string | null> {
  const rendered = await render(job, [imageName, String(maxPixels), thumbnailName])
  return rendered.ok ? rendered.thumbnailPath : null
}

/** The thumbnail and, under `ocrImageName`, a greyscale image of bounded size for OCR. */
export function renderImage(job: Job, imageName: string): Promise<Result<RenderedImage>> {
  return render(job, [imageName, String(maxPixels), thumbnailName, ocrImageName])
}

async function render(job: Job, args: readonly string[]): Promise<Result<RenderedImage>> {
  const rendered = await runNodeScript(job, { script, args, limits })
  if (!rendered.ok) return rendered
  if (!isSize(rendered.answer)) throw new SandboxError('bad_output', 'the renderer returned an invalid size')
  const { width, height, isTooLarge } = rendered.answer
  if (isTooLarge) return tooManyPixels(maxPixels)
  const thumbnailPath = await outputFile(job, thumbnailName)
  return thumbnailPath === null ? damaged : { ok: true, thumbnailPath, width, height }
}

function isSize(value: unknown): value is { width: number; height: number; isTooLarge: boolean } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'width' in value &&
    typeof value.width === 'number' &&
    'height' in value &&
    typeof value.height === 'number' &&
    'isTooLarge' in value &&
    typeof value.isTooLarge === 'boolean'
  )
}
