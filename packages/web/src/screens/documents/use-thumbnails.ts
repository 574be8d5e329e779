/** Small pictures of pages, drawn when they are looked at and after everything that is read. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DrawQueue } from './draw-queue.ts'
import type { OpenPdf } from './use-pdf.ts'

const thumbWidth = 96
const mostKept = 300
/** After the pages themselves. */
const rankAfterPages = 1000

export interface Thumbnails {
  /** Addresses of those that are drawn. */
  pictures: ReadonlyMap<number, string>
  /** Ends the wish with what it returns. */
  want: (number: number) => () => void
}

export function useThumbnails(open: OpenPdf, queue: DrawQueue): Thumbnails {
  const [pictures, setPictures] = useState<ReadonlyMap<number, string>>(new Map())
  const kept = useRef(new Map<number, string>())
  useEffect(() => {
    const all = kept.current
    return () => {
      for (const address of all.values()) URL.revokeObjectURL(address)
      all.clear()
    }
  }, [])

  const want = useCallback(
    (number: number) => {
      if (kept.current.has(number)) return () => {}
      return queue.add({
        rank: () => rankAfterPages + number,
        async draw(signal) {
          const page = await open.pdf.getPage(number)
          if (signal.aborted) return
          // A picture instead of the canvas: browsers have room for few of those.
          const canvas = document.createElement('canvas')
          const task = open.tools.drawPage(page, canvas, thumbWidth)
          signal.addEventListener('abort', () => task.cancel())
          await task.promise
          const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
          canvas.width = 0
          if (!blob) return
          kept.current.set(number, URL.createObjectURL(blob))
          dropOldest(kept.current)
          setPictures(new Map(kept.current))
        },
      })
    },
    [open, queue],
  )
  return { pictures, want }
}

function dropOldest(kept: Map<number, string>): void {
  for (const [number, address] of kept) {
    if (kept.size <= mostKept) return
    URL.revokeObjectURL(address)
    kept.delete(number)
  }
}
