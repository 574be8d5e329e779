/**
 * pdf.js, its worker and its data files. Import it with `import()` only, because it is larger than the rest of the
 * app. Scripts and forms in documents are not enabled.
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

/** One worker per tab, started before the document is known. */
export function startWorker(): PDFWorker {
  if (!worker || worker.destroyed) worker = new PDFWorker({})
  return worker
}

/** Fetches only the ranges it needs, so a page of a very large document shows after a few megabytes. */
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

const maxPixels = 16_000_000
const maxDensity = 2

/** Renders a page at a width in CSS pixels. `density` is the number of device pixels per CSS pixel. */
function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number) {
  const { width: ownWidth, height: ownHeight } = page.getViewport({ scale: 1 })
  const scale = width / ownWidth
  const area = width * ownHeight * scale
  const density = Math.min(window.devicePixelRatio || 1, maxDensity, Math.sqrt(maxPixels / area))
  canvas.width = Math.max(1, Math.floor(width * density))
  canvas.height = Math.max(1, Math.floor(ownHeight * scale * density))
  return page.render({
    canvas,
    viewport: page.getViewport({ scale: scale * density }),
    annotationMode: AnnotationMode.ENABLE,
  })
}

/** Puts the text layer over the canvas. It scales by `--total-scale-factor` of the surrounding element. */
function layText(page: PDFPageProxy, container: HTMLElement): TextLayer {
  return new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale: 1 }),
  })
}

export const pdfTools = { openPdf, drawPage, layText }
export type PdfTools = typeof pdfTools
