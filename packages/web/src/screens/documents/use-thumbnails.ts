/** Page thumbnails, rendered when visible and after the pages themselves. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DrawQueue } from './draw-queue.ts'
import type { OpenPdf } from './use-pdf.ts'

const thumbWidth = 96
const maxCached = 300
/** Thumbnails rank after the pages themselves. */
const rankAfterPages = 1000

export interface Thumbnails {
  /** Object URLs of rendered thumbnails by page number. */
  pictures: ReadonlyMap<number, string>
  /** Requests a thumbnail and returns a function that cancels the request. */
  request: (number: number) => () => void
}

export function useThumbnails(open: OpenPdf, queue: DrawQueue): Thumbnails {
  const [pictures, setPictures] = useState<ReadonlyMap<number, string>>(new Map())
  const cached = useRef(new Map<number, string>())
  useEffect(() => {
    const all = cached.current
    return () => {
      for (const address of all.values()) URL.revokeObjectURL(address)
      all.clear()
    }
  }, [])

  const request = useCallback(
    (number: number) => {
      if (cached.current.has(number)) return () => {}
      return queue.add({
        rank: () => rankAfterPages + number,
        async draw(signal) {
          const page = await open.pdf.getPage(number)
          if (signal.aborted) return
          // Keep a blob instead of the canvas, because browsers limit canvas memory.
          const canvas = document.createElement('canvas')
          const task = open.tools.drawPage(page, canvas, thumbWidth)
          signal.addEventListener('abort', () => task.cancel())
          await task.promise
          const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
          canvas.width = 0
          if (!blob) return
          cached.current.set(number, URL.createObjectURL(blob))
          dropOldest(cached.current)
          setPictures(new Map(cached.current))
        },
      })
    },
    [open, queue],
  )
  return { pictures, request }
}

function dropOldest(cached: Map<number, string>): void {
  for (const [number, address] of cached) {
    if (cached.size <= maxCached) return
    URL.revokeObjectURL(address)
    cached.delete(number)
  }
}
