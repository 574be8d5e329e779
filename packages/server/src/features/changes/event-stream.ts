/** One open window: server-sent events, bounded. Who reads too slowly is cut off and starts over. */
import { PassThrough, type Readable } from 'node:stream'

/** Beyond what the network takes by itself. A thousand events; more is cheaper to read anew. */
const maxWaitingBytes = 128 * 1024

export interface EventStream {
  /** What is sent to the browser. */
  body: Readable
  /** False when the stream has ended, or ends now because its reader is too slow. */
  send(text: string): boolean
  end(): void
  onEnd(handler: () => void): void
}

export function openEventStream(): EventStream {
  const body = new PassThrough()
  // The browser goes away when it likes.
  body.on('error', () => {})
  return {
    body,
    send(text) {
      if (body.destroyed || body.writableEnded) return false
      if (body.writableLength + body.readableLength > maxWaitingBytes) {
        body.destroy()
        return false
      }
      body.write(text)
      return true
    },
    end: () => void body.end(),
    onEnd: (handler) => void body.once('close', handler),
  }
}

export const heartbeat = ':\n\n'

/** Without an id a browser that reconnects would not say that it had been here before. */
export const formatEvent = (id: string, event: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
