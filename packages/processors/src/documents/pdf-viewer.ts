import type { Job } from '../job.ts'
import { outputFile, runTool } from '../job.ts'
import { readPageCount } from './pdf-info.ts'

const viewerName = 'viewer.pdf'

/**
 * Writes the copy that people look at. With its objects packed into streams a browser fetches a small index and then
 * only the pages it shows, so that page 1 of a huge file is there in seconds. It is not linearized, which costs twice
 * the time and helps no viewer that reads by ranges.
 *
 * Scripts and attachments of the original stay in it: the viewer must keep scripting off.
 */
export async function writeViewerPdf(job: Job, pdfName: string, pageCount: number): Promise<string> {
  const end = await runTool(job, {
    command: 'qpdf',
    // --decrypt: what opens without a password may still be encrypted, against printing; the copy only gets slower by it.
    args: ['--object-streams=generate', '--decrypt', '--warning-exit-0', pdfName, viewerName],
  })
  // Browsers and poppler read files that qpdf gives up on, or writes wrongly: out of a trailer without /Size it made files
  // that nothing can open. People then see the original.
  if (end.kind !== 'ok' || (await outputFile(job, viewerName)) === null) return pdfName
  const rewritten = await readPageCount(job, viewerName)
  return rewritten.ok && rewritten.pageCount === pageCount ? viewerName : pdfName
}
