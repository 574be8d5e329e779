/** One event stream with a bounded buffer. A client that reads too slowly is disconnected and resynchronizes. */
import { PassThrough, type Readable } from 'node:stream'

/** Buffered beyond the socket: about a thousand events. Beyond that, reloading is cheaper. */
const maxWaitingBytes = 128 * 1024

export interface EventStream {
  /** The response body. */
  body: Readable
  /** False when the stream has ended, or ends now because the client is too slow. */
  send(text: string): boolean
  end(): void
  onEnd(handler: () => void): void
}

export function openEventStream(): EventStream {
  const body = new PassThrough()
  // The browser may disconnect at any time.
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

/** The id makes a reconnecting browser send Last-Event-ID. */
export const formatEvent = (id: string, event: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
