import type { Result } from '../failures.ts'
import { damaged, tooMuchText } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile, runTool } from '../job.ts'

const textName = 'text.txt'
/** About twenty times the text of the longest accepted document. */
const maxTextBytes = 256 * 1024 ** 2

/** Writes the text of all pages to one file; null if no page has text. */
export async function extractText(job: Job, pdfName: string): Promise<Result<{ textPath: string | null }>> {
  const end = await runTool(job, {
    command: 'pdftotext',
    args: ['-layout', '-enc', 'UTF-8', '-eol', 'unix', pdfName, textName],
    limits: { fileBytes: maxTextBytes },
  })
  if (end.kind === 'failed') return end
  if (end.kind === 'crashed') return end.signal === 'SIGXFSZ' ? tooMuchText : damaged
  return { ok: true, textPath: await outputFile(job, textName) }
}
