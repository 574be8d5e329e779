/**
 * The one stream of changes of this tab. A browser reconnects by itself after a broken line, but not after an
 * answer it did not expect; then it is opened again here.
 */
import { type Change, streamChanges } from '@inlet/contract/workspace'

export interface ChangeStreamHandlers {
  onChange: (change: Change) => void
  /** Something may have been missed: what is shown has to be read again. */
  onResync: () => void
  onLive: () => void
  onLost: () => void
}

const reopenMs = 10_000

/** Ends with what it returns. */
export function openChangeStream(handlers: ChangeStreamHandlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLive = false

  function open(): void {
    source = new EventSource(streamChanges.path)
    source.addEventListener('ready', () => {
      // A stream that was opened anew does not know what its forerunner missed.
      if (wasLive) handlers.onResync()
      wasLive = true
      handlers.onLive()
    })
    source.addEventListener('resync', () => handlers.onResync())
    source.addEventListener('change', (event: MessageEvent<string>) =>
      handlers.onChange(JSON.parse(event.data) as Change),
    )
    source.addEventListener('error', () => {
      handlers.onLost()
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(open, reopenMs)
    })
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
