/**
 * pdf.js, its worker and its files. Loaded by `import()` only: it is larger than all the rest. Scripts in documents
 * and their forms stay asleep, because nothing here wakes them.
 */
import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler makes the address of the file its default export
import workerFile from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

declare const __PDFJS_FILES__: string

export type { PDFDocumentProxy, PDFPageProxy }

GlobalWorkerOptions.workerSrc = workerFile

const rangeBytes = 256 * 1024
let worker: PDFWorker | undefined

/** One worker for the tab, started before it is known what to read. */
export function startWorker(): PDFWorker {
  if (!worker || worker.destroyed) worker = new PDFWorker({})
  return worker
}

/** Only what is looked at is fetched: a document of hundreds of megabytes shows its page after a few. */
function openPdf(path: string) {
  return getDocument({
    url: path,
    worker: startWorker(),
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    cMapUrl: `${__PDFJS_FILES__}cmaps/`,
    standardFontDataUrl: `${__PDFJS_FILES__}standard_fonts/`,
    iccUrl: `${__PDFJS_FILES__}iccs/`,
    wasmUrl: `${__PDFJS_FILES__}wasm/`,
    verbosity: 0,
  })
}

const mostPixels = 16_000_000
const mostDensity = 2

/** Draws a page at a width in CSS pixels. `density`: how many pixels stand for one of them. */
function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number) {
  const { width: ownWidth, height: ownHeight } = page.getViewport({ scale: 1 })
  const scale = width / ownWidth
  const area = width * ownHeight * scale
  const density = Math.min(window.devicePixelRatio || 1, mostDensity, Math.sqrt(mostPixels / area))
  canvas.width = Math.max(1, Math.floor(width * density))
  canvas.height = Math.max(1, Math.floor(ownHeight * scale * density))
  return page.render({
    canvas,
    viewport: page.getViewport({ scale: scale * density }),
    annotationMode: AnnotationMode.ENABLE,
  })
}

/** Puts the words of a page over its picture. They scale by `--total-scale-factor` on the element around them. */
function layText(page: PDFPageProxy, container: HTMLElement): TextLayer {
  return new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale: 1 }),
  })
}

export const pdfTools = { openPdf, drawPage, layText }
export type PdfTools = typeof pdfTools
