import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/errors.ts'

/** As long as a store waits for its clients. */
const clientSilenceMs = 30_000

/** The client is gone; nobody reads the answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/**
 * Hands over the body of a request as it arrives, and stops reading while a returned promise is pending. Throws if the
 * client sends nothing for too long, closes the connection early, or the signal is aborted. The request stays open, so
 * that it can be answered.
 */
export async function eachChunk(
  request: IncomingMessage,
  handle: (chunk: Buffer) => Promise<unknown> | undefined,
  signal: AbortSignal,
  silenceMs = clientSilenceMs,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isHandling = false
  const timer = setTimeout(() => {
    // The time that the store takes is not the client's.
    if (isHandling) timer.refresh()
    else reject(silentClient(silenceMs))
  }, silenceMs)
  const onData = (chunk: Buffer) => {
    timer.refresh()
    const handled = handle(chunk)
    if (!handled) return
    isHandling = true
    request.pause()
    handled.then(() => {
      isHandling = false
      timer.refresh()
      if (!signal.aborted) request.resume()
    }, reject)
  }
  const onAbort = () => reject(signal.reason)
  const onGone = () => reject(new ClientGone('The client closed the connection before the end of the body.'))
  request.on('data', onData)
  request.once('end', resolve)
  // Stays attached: an error after the answer must not end the process.
  request.on('error', onGone)
  request.once('close', onGone)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  if (request.destroyed && !request.readableEnded) onGone()
  try {
    await promise
  } finally {
    clearTimeout(timer)
    request.off('data', onData)
    request.pause()
    signal.removeEventListener('abort', onAbort)
  }
}

const silentClient = (silenceMs: number) =>
  new AppError('upload_interrupted', {
    message: `No data arrived for ${silenceMs / 1000} s. Nothing was stored; upload the file again.`,
  })
