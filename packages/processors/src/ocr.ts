/** OCR with tesseract. */

import type { Job } from './job.ts'
import { runTool } from './job.ts'
import { SandboxError } from './sandbox/sandbox.ts'
import { cleanText } from './text/clean.ts'

export type OcrRequest = {
  /** An image in the job's directory. */
  readonly imageName: string
  /** Tesseract language names, the most likely first. */
  readonly languages: readonly string[]
  readonly wallMs: number
}

const maxTextBytes = 256 * 1024

/** Null if the image cannot be read in time; empty if it contains no text. */
export async function recognizeText(job: Job, request: OcrRequest): Promise<string | null> {
  const end = await runTool(job, {
    command: 'tesseract',
    args: [request.imageName, 'stdout', '-l', request.languages.join('+')],
    // More threads hardly speed up a page and double the CPU time.
    env: { OMP_THREAD_LIMIT: '1' },
    limits: { wallMs: request.wallMs },
    maxOutputBytes: maxTextBytes,
  })
  if (end.kind === 'failed') return null
  if (end.kind === 'crashed') {
    if (/Failed loading language/.test(end.stderr)) throw new SandboxError('tool_missing', end.stderr.trim())
    return null
  }
  return cleanText(end.stdout).trim()
}
