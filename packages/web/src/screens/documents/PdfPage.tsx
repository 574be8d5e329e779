import { memo, useEffect, useRef, useState } from 'react'
import type { DrawQueue } from './draw-queue.ts'
import { highlightMatches } from './highlight-matches.ts'
import classes from './PdfPage.module.css'
import type { PageBox, PageSize } from './page-layout.ts'
import type { PDFPageProxy } from './pdf.ts'
import type { OpenPdf } from './use-pdf.ts'

interface PdfPageProps {
  open: OpenPdf
  /** `Page` or `Slide`. */
  word: string
  box: PageBox
  queue: DrawQueue
  /** Distance from the current page. */
  rankOf: (number: number) => number
  /** Matches to highlight in its text. */
  pattern: RegExp | undefined
  isDim: boolean
  onSize: (number: number, size: PageSize) => void
}

/** One page: its canvas, and on top its text layer for selection and screen readers. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { word, box, isDim } = props
  const { number, width } = box
  const { page, canvasFrame, isBroken } = usePageCanvas(props)
  const textLayer = usePageText(props, page)
  const scale = page ? width / page.getViewport({ scale: 1 }).width : 1
  return (
    <section
      className={classes.page}
      aria-label={`${word} ${number}`}
      data-dim={isDim || undefined}
      style={
        {
          top: box.top,
          width,
          height: box.height,
          '--total-scale-factor': scale,
        } as React.CSSProperties
      }
    >
      <div ref={canvasFrame} className={classes.picture} />
      <div ref={textLayer} className={`${classes.words} pdf-words`} />
      {isBroken && (
        <p className={classes.broken}>
          This {word.toLowerCase()} cannot be displayed. The others are not affected.
        </p>
      )}
    </section>
  )
})

/** Loads the page and renders it into the frame, again whenever its width changes. */
function usePageCanvas({ open, word, box, queue, rankOf, onSize }: PdfPageProps) {
  const { number, width } = box
  const canvasFrame = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PDFPageProxy>()
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    let isWanted = true
    open.pdf.getPage(number).then(
      (found) => {
        if (!isWanted) return
        const size = found.getViewport({ scale: 1 })
        onSize(number, { width: size.width, height: size.height })
        setPage(found)
      },
      () => isWanted && setBroken(true),
    )
    return () => {
      isWanted = false
    }
  }, [open, number, onSize])

  // Release decoded resources when the page is unmounted.
  useEffect(() => () => void page?.cleanup(), [page])

  useEffect(() => {
    if (!page) return undefined
    return queue.add({
      rank: () => rankOf(number),
      async draw(signal) {
        const canvas = document.createElement('canvas')
        canvas.role = 'img'
        canvas.ariaLabel = `${word} ${number}`
        const task = open.tools.drawPage(page, canvas, width)
        signal.addEventListener('abort', () => task.cancel())
        try {
          await task.promise
        } catch (error) {
          canvas.width = 0
          if (!signal.aborted) setBroken(true)
          throw error
        }
        if (signal.aborted) return
        setBroken(false)
        // Keep the old canvas until the new one is ready, so that zooming never shows a blank page.
        canvasFrame.current?.replaceChildren(canvas)
      },
    })
  }, [open, word, page, number, width, queue, rankOf])
  return { page, canvasFrame, isBroken }
}

/** Renders the text layer and highlights matches in it. */
function usePageText({ open, box, queue, rankOf, pattern }: PdfPageProps, page: PDFPageProxy | undefined) {
  const { number } = box
  const textLayer = useRef<HTMLDivElement>(null)
  const [hasText, setHasText] = useState(false)

  useEffect(() => {
    const container = textLayer.current
    if (!page || !container) return undefined
    let stop: (() => void) | undefined
    const cancel = queue.add({
      rank: () => rankOf(number) + 0.5,
      async draw(signal) {
        const layer = open.tools.layText(page, container)
        stop = () => layer.cancel()
        signal.addEventListener('abort', () => layer.cancel())
        await layer.render()
        if (!signal.aborted) setHasText(true)
      },
    })
    return () => {
      cancel()
      stop?.()
      container.replaceChildren()
      setHasText(false)
    }
  }, [open, page, number, queue, rankOf])

  useEffect(() => {
    if (!hasText || !textLayer.current) return undefined
    return highlightMatches(number, textLayer.current, pattern)
  }, [number, hasText, pattern])
  return textLayer
}
