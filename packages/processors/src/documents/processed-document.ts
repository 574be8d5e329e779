/** What comes out of a document. */

import type { DocumentPage } from './pages.ts'

export type DocumentStage = 'checking' | 'converting' | 'drawing' | 'reading' | 'recognizing'

/** What is missing in a result that is good otherwise. */
export type DocumentNotice =
  /** Time ran out before all scanned pages were read: the others have no text. */
  | 'ocr_incomplete'
  /** The viewer's PDF shows the beginning only; the texts are complete. */
  | 'viewer_shortened'

export type ProcessedDocument = {
  readonly viewerPdfPath: string
  /** WebP; null when page 1 cannot be drawn. */
  readonly thumbnailPath: string | null
  readonly pageCount: number
  /** Fewer than `pageCount` only with the notice `viewer_shortened`. */
  readonly viewerPageCount: number
  /** One item a page, in order. Read from the job's directory while iterating; can be iterated again. */
  readonly pages: AsyncIterable<DocumentPage>
  readonly notices: readonly DocumentNotice[]
}
