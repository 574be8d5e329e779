import type { Job } from '../job.ts'
import { outputFile, runTool } from '../job.ts'
import { readPageCount } from './pdf-info.ts'

const viewerName = 'viewer.pdf'

/**
 * Writes the copy for the viewer. With object streams a browser fetches a small index and then only the pages it
 * shows, so page 1 of a huge file appears within seconds. It is not linearized, which takes twice the time and does
 * not help viewers that read by ranges.
 * Scripts and attachments of the original remain: the viewer must keep scripting off.
 */
export async function writeViewerPdf(job: Job, pdfName: string, pageCount: number): Promise<string> {
  const end = await runTool(job, {
    command: 'qpdf',
    // --decrypt: a file that opens without a password may be encrypted against printing, which only slows the copy
    // down.
    args: ['--object-streams=generate', '--decrypt', '--warning-exit-0', pdfName, viewerName],
  })
  // Browsers and poppler read files that qpdf rejects or corrupts, such as those with a trailer without /Size. The
  // viewer then gets the original.
  if (end.kind !== 'ok' || (await outputFile(job, viewerName)) === null) return pdfName
  const rewritten = await readPageCount(job, viewerName)
  return rewritten.ok && rewritten.pageCount === pageCount ? viewerName : pdfName
}
