import type { Result } from '../failures.ts'
import { damaged, passwordProtected, tooManyPages } from '../failures.ts'
import type { Job } from '../job.ts'
import { runTool } from '../job.ts'

export const maxPages = 5000

const limits = { wallMs: 30_000, cpuSeconds: 25 }

/** Whether poppler can open the PDF, and how many pages it has. */
export async function readPageCount(job: Job, pdfName: string): Promise<Result<{ pageCount: number }>> {
  const end = await runTool(job, { command: 'pdfinfo', args: [pdfName], limits })
  if (end.kind === 'failed') return end
  if (end.kind === 'crashed') return /incorrect password/i.test(end.stderr) ? passwordProtected : damaged
  const pageCount = parsePageCount(end.stdout)
  if (pageCount === 0) return damaged
  return pageCount > maxPages ? tooManyPages(maxPages) : { ok: true, pageCount }
}

export function parsePageCount(info: string): number {
  return Number(/^Pages:\s+(\d+)$/m.exec(info)?.[1] ?? 0)
}

/** The longer side of a page in inches; null if poppler does not report it. */
export async function readPageInches(job: Job, pdfName: string, page: number): Promise<number | null> {
  const end = await runTool(job, {
    command: 'pdfinfo',
    args: ['-f', String(page), '-l', String(page), pdfName],
    limits,
  })
  return end.kind === 'ok' ? parsePageInches(end.stdout) : null
}

export function parsePageInches(info: string): number | null {
  const size = /^Page\s+\d+ size:\s+([\d.e+]+) x ([\d.e+]+) pts/m.exec(info)
  if (size?.[1] === undefined || size[2] === undefined) return null
  const pointsPerInch = 72
  return Math.max(Number(size[1]), Number(size[2])) / pointsPerInch
}
