/** OCR for scanned pages: those with a picture but no text. */

import type { Job } from '../job.ts'
import { outputFile, runTool } from '../job.ts'
import { recognizeText } from '../ocr.ts'
import { readPageInches } from './pdf-info.ts'

const dotsPerInch = 150
/** Of the longer side; very large pages are read at a lower resolution. */
const maxLongSidePx = 3500
const minLongSidePx = 100
const maxPageMs = 45_000
/** No page is started with less time left: finishing in time is worth more than another page. */
const minPageMs = 8000

export type ScanReading = {
  readonly recognized: ReadonlyMap<number, string>
  readonly scanCount: number
  /** False if time ran out before all scanned pages were read. */
  readonly isComplete: boolean
}

export type ScanRequest = {
  readonly pdfName: string
  readonly blankPages: readonly number[]
  readonly languages: readonly string[]
  /** Takes the fraction of the scanned pages that are read. */
  readonly onRead?: (fraction: number) => void
}

export async function readScans(job: Job, request: ScanRequest): Promise<ScanReading> {
  const recognized = new Map<number, string>()
  const scans = await pagesWithPictures(job, request.pdfName, request.blankPages)
  let isComplete = true
  for (const [index, page] of scans.entries()) {
    const wallMs = Math.min(maxPageMs, job.budget.remainingMs() - minPageMs / 2)
    const text = wallMs < minPageMs / 2 ? null : await readScan(job, { ...request, page, wallMs })
    if (text === null) isComplete = false
    else if (text !== '') recognized.set(page, text)
    request.onRead?.((index + 1) / scans.length)
  }
  return { recognized, scanCount: scans.length, isComplete }
}

async function readScan(
  job: Job,
  request: ScanRequest & { page: number; wallMs: number },
): Promise<string | null> {
  const { pdfName, languages, page, wallMs } = request
  const inches = await readPageInches(job, pdfName, page)
  const longSidePx = Math.round(
    Math.min(maxLongSidePx, Math.max(minLongSidePx, (inches ?? 11) * dotsPerInch)),
  )
  const imageName = `scan-${page}`
  const pageArgs = ['-f', String(page), '-l', String(page), '-singlefile']
  const drawn = await runTool(job, {
    command: 'pdftoppm',
    args: [...pageArgs, '-gray', '-scale-to', String(longSidePx), pdfName, imageName],
    limits: { wallMs },
  })
  if (drawn.kind !== 'ok' || (await outputFile(job, `${imageName}.pgm`)) === null) return null
  return recognizeText(job, { imageName: `${imageName}.pgm`, languages, wallMs })
}

async function pagesWithPictures(job: Job, pdfName: string, pages: readonly number[]): Promise<number[]> {
  const [first, last] = [pages[0], pages.at(-1)]
  if (first === undefined || last === undefined) return []
  const end = await runTool(job, {
    command: 'pdfimages',
    args: ['-list', '-f', String(first), '-l', String(last), pdfName],
    maxOutputBytes: 16 * 1024 ** 2,
    limits: { wallMs: 30_000 },
  })
  const listed = end.kind === 'ok' ? parsePicturePages(end.stdout) : new Set<number>()
  return pages.filter((page) => listed.has(page))
}

/** The list has one row per picture, starting with the page number. */
export function parsePicturePages(list: string): Set<number> {
  const pages = new Set<number>()
  for (const [, page] of list.matchAll(/^\s*(\d+)\s+\d+\s+image\s/gm)) pages.add(Number(page))
  return pages
}
