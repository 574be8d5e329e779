/** The steps after a document is a PDF: viewer copy, thumbnail and the text of each page. */

import type { Result } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile } from '../job.ts'
import type { OcrLanguages } from '../ocr-languages.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import type { PageTexts } from './pages.ts'
import { pagesOf } from './pages.ts'
import { readPageCount } from './pdf-info.ts'
import { readScans } from './pdf-scans.ts'
import { extractText } from './pdf-text.ts'
import { drawThumbnail } from './pdf-thumbnail.ts'
import { writeViewerPdf } from './pdf-viewer.ts'
import type { DocumentNotice, DocumentProgress, ProcessedDocument } from './processed-document.ts'

/** A document as a PDF, with its page texts if they do not come from the PDF. */
export type Printed = { readonly pdfName: string; readonly texts?: PageTexts }

export type FinishOptions = {
  readonly ocr: OcrLanguages
  readonly onProgress: (progress: DocumentProgress) => void
}

export async function finishPdf(
  job: Job,
  printed: Printed,
  options: FinishOptions,
): Promise<Result<ProcessedDocument>> {
  const counted = await readPageCount(job, printed.pdfName)
  if (!counted.ok) return counted
  const viewerPageCount = counted.pageCount

  options.onProgress({ stage: 'drawing', percent: 0 })
  const viewerName = await writeViewerPdf(job, printed.pdfName, viewerPageCount)
  const viewerPdfPath = await outputFile(job, viewerName)
  if (viewerPdfPath === null) throw new SandboxError('bad_output', `${viewerName} is missing`)
  const thumbnailPath = await drawThumbnail(job, viewerName)

  options.onProgress({ stage: 'reading', percent: 0 })
  const notices: DocumentNotice[] = []
  let { texts } = printed
  if (texts === undefined) {
    const read = await readTexts(job, viewerName, viewerPageCount, options)
    if (!read.ok) return read
    notices.push(...read.notices)
    texts = read.texts
  }
  const { pageCount } = texts
  if (viewerPageCount < pageCount) notices.push('viewer_shortened')
  return {
    ok: true,
    viewerPdfPath,
    thumbnailPath,
    pageCount,
    viewerPageCount,
    notices,
    pages: pagesOf(texts),
  }
}

async function readTexts(
  job: Job,
  pdfName: string,
  pageCount: number,
  { ocr, onProgress }: FinishOptions,
): Promise<Result<{ texts: PageTexts; notices: DocumentNotice[] }>> {
  const extracted = await extractText(job, pdfName)
  if (!extracted.ok) return extracted
  const texts = { textPath: extracted.textPath, pageCount, recognized: new Map<number, string>() }
  const blankPages: number[] = []
  for await (const page of pagesOf(texts)) {
    if (page.source === 'none') blankPages.push(page.number)
  }
  if (blankPages.length === 0) return { ok: true, texts, notices: [] }
  const reportRead = (fraction: number) => onProgress({ stage: 'recognizing', percent: fraction * 100 })
  reportRead(0)
  const { recognized, scanCount, isComplete } = await readScans(job, {
    pdfName,
    blankPages,
    languages: ocr.languages,
    onRead: reportRead,
  })
  const notices: DocumentNotice[] = []
  if (!isComplete) notices.push('ocr_incomplete')
  if (scanCount > 0 && ocr.missing.length > 0) notices.push('ocr_language_missing')
  return { ok: true, texts: { ...texts, recognized }, notices }
}
