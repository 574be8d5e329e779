import { memo, useEffect, useRef, useState } from 'react'
import type { DrawQueue } from './draw-queue.ts'
import { showFound } from './found-on-pages.ts'
import classes from './PdfPage.module.css'
import type { PageBox, PageSize } from './page-layout.ts'
import type { PDFPageProxy } from './pdf.ts'
import type { OpenPdf } from './use-pdf.ts'

interface PdfPageProps {
  open: OpenPdf
  box: PageBox
  queue: DrawQueue
  /** How far it is from where somebody reads. */
  rankOf: (number: number) => number
  /** What to mark in its words. */
  pattern: RegExp | undefined
  isDim: boolean
  onSize: (number: number, size: PageSize) => void
}

/** One page: its picture, and over it its words, to be selected and read out. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { open, box, queue, rankOf, pattern, isDim, onSize } = props
  const { number, width } = box
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PDFPageProxy>()
  const [hasWords, setHasWords] = useState(false)
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

  // What was decoded for it is let go when it is out of sight.
  useEffect(() => () => void page?.cleanup(), [page])

  useEffect(() => {
    if (!page) return undefined
    return queue.add({
      rank: () => rankOf(number),
      async draw(signal) {
        const canvas = document.createElement('canvas')
        canvas.role = 'img'
        canvas.ariaLabel = `Page ${number}`
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
        // The old picture stays until the new one is there, so that zooming never shows an empty page.
        picture.current?.replaceChildren(canvas)
      },
    })
  }, [open, page, number, width, queue, rankOf])

  useEffect(() => {
    const container = words.current
    if (!page || !container) return undefined
    let stop: (() => void) | undefined
    const leave = queue.add({
      rank: () => rankOf(number) + 0.5,
      async draw(signal) {
        const layer = open.tools.layText(page, container)
        stop = () => layer.cancel()
        signal.addEventListener('abort', () => layer.cancel())
        await layer.render()
        if (!signal.aborted) setHasWords(true)
      },
    })
    return () => {
      leave()
      stop?.()
      container.replaceChildren()
      setHasWords(false)
    }
  }, [open, page, number, queue, rankOf])

  useEffect(() => {
    if (!hasWords || !words.current) return undefined
    return showFound(number, words.current, pattern)
  }, [number, hasWords, pattern])

  const scale = page ? width / page.getViewport({ scale: 1 }).width : 1
  return (
    <section
      className={classes.page}
      aria-label={`Page ${number}`}
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
      <div ref={picture} className={classes.picture} />
      <div ref={words} className={`${classes.words} pdf-words`} />
      {isBroken && <p className={classes.broken}>This page cannot be drawn. The others can be read.</p>}
    </section>
  )
})
