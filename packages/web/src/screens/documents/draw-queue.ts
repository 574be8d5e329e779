/** Renders one page at a time, nearest to the reader first, so that few canvases exist at once. */
export interface Drawing {
  /** Lower ranks come first. Evaluated each time the next task is picked. */
  rank: () => number
  draw: (signal: AbortSignal) => Promise<void>
}

export interface DrawQueue {
  /** Returns a function that cancels the task. */
  add: (drawing: Drawing) => () => void
}

export function createDrawQueue(): DrawQueue {
  const waiting = new Set<Drawing>()
  let isBusy = false

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    // Wait for everything added in the same tick before picking the first task.
    await Promise.resolve()
    for (let next = choose(); next; next = choose()) {
      waiting.delete(next)
      const controller = new AbortController()
      running = { drawing: next, controller }
      try {
        await next.draw(controller.signal)
      } catch {
        // Cancelled, or the page cannot be rendered: it keeps its placeholder and the others continue.
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
