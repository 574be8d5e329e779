/** Text off pictures, by tesseract. */

import type { Job } from './job.ts'
import { runTool } from './job.ts'
import { SandboxError } from './sandbox/sandbox.ts'
import { cleanText } from './text/clean.ts'

export type OcrRequest = {
  /** A picture in the job's directory. */
  readonly imageName: string
  /** Languages by tesseract's names, the most likely first. */
  readonly languages: readonly string[]
  readonly wallMs: number
}

const maxTextBytes = 256 * 1024

/** Null when the picture cannot be read in time; an empty text when there is none on it. */
export async function recognizeText(job: Job, request: OcrRequest): Promise<string | null> {
  const end = await runTool(job, {
    command: 'tesseract',
    args: [request.imageName, 'stdout', '-l', request.languages.join('+')],
    // More threads make one page barely faster and cost twice the CPU time.
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
