/** A document in, a PDF to look at, a thumbnail and the text of each page out. */

import { startBudget } from '../budget.ts'
import { checkType } from '../detect/check-type.ts'
import type { Result } from '../failures.ts'
import { unsupported } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile, prepareJobDir, sourceName } from '../job.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { SandboxError } from '../sandbox/sandbox.ts'
import type { Office } from './office.ts'
import { convertToPdf, findOffice, profileFiles } from './office.ts'
import { officeFilters } from './office-filters.ts'
import type { DocumentPage } from './pages.ts'
import { pagesOf } from './pages.ts'
import { readPageCount } from './pdf-info.ts'
import { readScans } from './pdf-scans.ts'
import { extractText } from './pdf-text.ts'
import { drawThumbnail } from './pdf-thumbnail.ts'
import { writeViewerPdf } from './pdf-viewer.ts'
import { printPlainText } from './plain-text.ts'

export type DocumentStage = 'checking' | 'converting' | 'drawing' | 'reading' | 'recognizing'

/** What is missing in a result that is good otherwise. */
export type DocumentNotice =
  /** Time ran out before all scanned pages were read: the others have no text. */
  | 'ocr_incomplete'
  /** The viewer's PDF shows the beginning only; the texts are complete. */
  | 'viewer_shortened'

export type DocumentRequest = {
  readonly sandbox: Sandbox
  /** Must lie directly in `workDir`. */
  readonly inputPath: string
  /** Lower case, without the dot. */
  readonly extension: string
  /** A private directory, removed by the caller: results lie in it. See `withWorkDir`. */
  readonly workDir: string
  readonly signal?: AbortSignal | undefined
  readonly onStage?: (stage: DocumentStage) => void
  /** For the whole document. */
  readonly wallMs?: number
  readonly ocrLanguages?: readonly string[]
}

export type ProcessedDocument = {
  readonly viewerPdfPath: string
  /** WebP; null when page 1 cannot be drawn. */
  readonly thumbnailPath: string | null
  readonly pageCount: number
  /** Fewer than `pageCount` only with the notice `viewer_shortened`. */
  readonly viewerPageCount: number
  /** One item a page, in order. Read from `workDir` while iterating. */
  readonly pages: AsyncIterable<DocumentPage>
  readonly notices: readonly DocumentNotice[]
}

const defaultWallMs = 110_000

/** @throws when aborted, and for trouble of the machine: then nothing is known of the file, and the job may be retried. */
export async function processDocument(request: DocumentRequest): Promise<Result<ProcessedDocument>> {
  const { sandbox, extension, workDir, signal } = request
  if (!isDocument(extension)) return unsupported(extension)
  const job = { sandbox, workDir, signal, budget: startBudget(request.wallMs ?? defaultWallMs) }
  const office = extension === 'pdf' ? null : await findOffice()
  await prepareJobDir(workDir, request.inputPath, office === null ? new Map() : await profileFiles(office))

  request.onStage?.('checking')
  const type = await checkType(job, extension)
  if (!type.ok) return type

  request.onStage?.('converting')
  const printed = await print(job, extension, office)
  return printed.ok ? finish(job, printed, request) : printed
}

export type DocumentExtension = keyof typeof officeFilters | 'pdf' | 'txt'

function isDocument(extension: string): extension is DocumentExtension {
  return extension === 'pdf' || extension === 'txt' || Object.hasOwn(officeFilters, extension)
}

/** A document as a PDF. `textPath` and `pageCount` are known already when the text is not to be taken from the PDF. */
type Printed = { readonly pdfName: string; readonly textPath?: string; readonly pageCount?: number }

async function print(
  job: Job,
  extension: DocumentExtension,
  office: Office | null,
): Promise<Result<Printed>> {
  if (extension === 'pdf' || office === null) return { ok: true, pdfName: sourceName }
  if (extension === 'txt') return printPlainText(job, office)
  return convertToPdf(job, office, { inputName: sourceName, filter: officeFilters[extension] })
}

async function finish(
  job: Job,
  printed: Printed,
  request: DocumentRequest,
): Promise<Result<ProcessedDocument>> {
  const counted = await readPageCount(job, printed.pdfName)
  if (!counted.ok) return counted
  const viewerPageCount = counted.pageCount
  const pageCount = printed.pageCount ?? viewerPageCount

  request.onStage?.('drawing')
  const viewerName = await writeViewerPdf(job, printed.pdfName, viewerPageCount)
  const viewerPdfPath = await outputFile(job, viewerName)
  if (viewerPdfPath === null) throw new SandboxError('bad_output', `${viewerName} is gone`)
  const thumbnailPath = await drawThumbnail(job, viewerName)

  request.onStage?.('reading')
  const text =
    printed.textPath === undefined
      ? await extractText(job, viewerName)
      : { ok: true as const, textPath: printed.textPath }
  if (!text.ok) return text
  const texts = { textPath: text.textPath, pageCount, recognized: new Map<number, string>() }
  const notices: DocumentNotice[] = viewerPageCount < pageCount ? ['viewer_shortened'] : []

  const blankPages: number[] = []
  for await (const page of pagesOf(texts)) if (page.source === 'none') blankPages.push(page.number)
  const languages = request.ocrLanguages ?? ['eng']
  if (printed.textPath === undefined && blankPages.length > 0) {
    request.onStage?.('recognizing')
    const scans = await readScans(job, { pdfName: viewerName, blankPages, languages })
    if (!scans.isComplete) notices.push('ocr_incomplete')
    return {
      ok: true,
      viewerPdfPath,
      thumbnailPath,
      pageCount,
      viewerPageCount,
      notices,
      pages: pagesOf({ ...texts, recognized: scans.recognized }),
    }
  }
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
