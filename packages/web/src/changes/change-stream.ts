/**
 * The change stream of this tab. Browsers reconnect after a network error, but not after an unexpected response,
 * so this module reopens the stream then.
 */
import { type Change, streamChanges } from '@inlet/contract/workspace'

export interface ChangeStreamHandlers {
  onChange: (change: Change) => void
  /** Changes may have been missed, so live data has to be refetched. */
  onResync: () => void
  onLive: () => void
  onLost: () => void
}

const reopenMs = 10_000

/** Returns a function that ends it. */
export function openChangeStream(handlers: ChangeStreamHandlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLive = false

  function open(): void {
    source = new EventSource(streamChanges.path)
    source.addEventListener('ready', () => {
      // A reopened stream does not replay the changes missed in between.
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
