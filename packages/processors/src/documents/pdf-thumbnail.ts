import { renderThumbnail } from '../images/render.ts'
import type { Job } from '../job.ts'
import { outputFile, runTool } from '../job.ts'

const longSidePx = 800
const limits = { wallMs: 30_000, cpuSeconds: 25 }

/** A picture of page 1; null if it cannot be rendered in time, which does not fail the document. */
export async function drawThumbnail(job: Job, pdfName: string): Promise<string | null> {
  const drawn = await runTool(job, {
    command: 'pdftoppm',
    // Limits the longer side: with a limit on the width alone, a page 200 inches high would exhaust memory.
    args: ['-f', '1', '-l', '1', '-singlefile', '-scale-to', String(longSidePx), '-jpeg', pdfName, 'page-1'],
    limits,
  })
  if (drawn.kind !== 'ok' || (await outputFile(job, 'page-1.jpg')) === null) return null
  return renderThumbnail(job, 'page-1.jpg')
}
