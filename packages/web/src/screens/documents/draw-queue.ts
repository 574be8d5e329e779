/** Draws one page after the other, always what is nearest to the reader first, so that few canvases exist at a time. */
export interface Drawing {
  /** Smaller comes first; asked anew whenever the next one is chosen. */
  rank: () => number
  draw: (signal: AbortSignal) => Promise<void>
}

export interface DrawQueue {
  /** Ends the drawing with what it returns. */
  add: (drawing: Drawing) => () => void
}

export function createDrawQueue(): DrawQueue {
  const waiting = new Set<Drawing>()
  let isBusy = false

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    // Let everything that appears in the same moment line up before the first is chosen.
    await Promise.resolve()
    for (let next = choose(); next; next = choose()) {
      waiting.delete(next)
      const controller = new AbortController()
      running = { drawing: next, controller }
      try {
        await next.draw(controller.signal)
      } catch {
        // Given up, or a page that cannot be drawn: it keeps its grey box, and the others go on.
      }
      running = undefined
    }
    isBusy = false
  }
  let running: { drawing: Drawing; controller: AbortController } | undefined

  const choose = () => [...waiting].sort((a, b) => a.rank() - b.rank())[0]

  return {
    add(drawing) {
      waiting.add(drawing)
      void work()
      return () => {
        waiting.delete(drawing)
        if (running?.drawing === drawing) running.controller.abort()
      }
    },
  }
}
