/** The result of processing a document. */

import type { DocumentPage } from './pages.ts'

export type DocumentStage = 'checking' | 'converting' | 'drawing' | 'reading' | 'recognizing'

export type DocumentProgress = {
  readonly stage: DocumentStage
  /** Of this stage. */
  readonly percent: number
}

/** What is missing in an otherwise complete result. */
export type DocumentNotice =
  /** Time ran out before all scanned pages were read; the remaining ones have no text. */
  | 'ocr_incomplete'
  /** Scanned pages were read without a requested language, because its data is not installed. */
  | 'ocr_language_missing'
  /** The PDF contains only the beginning; the texts are complete. */
  | 'viewer_shortened'

export type ProcessedDocument = {
  readonly viewerPdfPath: string
  /** WebP; null if page 1 cannot be rendered. */
  readonly thumbnailPath: string | null
  readonly pageCount: number
  /** Fewer than `pageCount` only with the notice `viewer_shortened`. */
  readonly viewerPageCount: number
  /** One item per page, in order. Read from the job's directory while iterating; can be iterated repeatedly. */
  readonly pages: AsyncIterable<DocumentPage>
  readonly notices: readonly DocumentNotice[]
}
