/**
 * A `fetch` for the SDK that uploads with Node's HTTP client. Unlike `fetch`, it reports when a chunk was written, so
 * that buffers can be reused. Together with the lower overhead this takes a third of the CPU time for a large file.
 */
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Fetch } from '@inlet/sdk'
import { heldPieces } from './buffered-file.ts'

export const sendStream: Fetch = async (url, init = {}) => {
  const { method = 'POST', body, signal, headers } = init
  if (!(body instanceof ReadableStream)) throw new Error('Only streams are sent this way.')
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  const outgoing = request(url, {
    method,
    headers: headers as Record<string, string>,
    ...(signal && { signal }),
  })
  let isAnswered = false
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', (incoming) => {
      isAnswered = true
      resolve(incoming)
    })
  })
  const sending = sendPieces(body as ReadableStream<Uint8Array>, outgoing, () => isAnswered)
  try {
    // A store may reject an upload before it has received everything; then the rest is not sent.
    await Promise.race([sending, answered])
    const incoming = await answered
    const said = await text(incoming)
    // A 204 response must have a null body, not an empty one.
    return new Response(said === '' ? null : said, { status: incoming.statusCode ?? 502 })
  } catch (error) {
    outgoing.destroy()
    throw error
  } finally {
    sending.catch(() => {})
    if (!outgoing.writableFinished) outgoing.destroy()
  }
}

interface Outgoing {
  write(piece: Uint8Array, done: (error?: Error | null) => void): boolean
  end(): unknown
  destroyed: boolean
}

async function sendPieces(
  body: ReadableStream<Uint8Array>,
  outgoing: Outgoing,
  isAnswered: () => boolean,
): Promise<void> {
  const reader = body.getReader()
  const underWay: Promise<void>[] = []
  try {
    for (;;) {
      const next = await reader.read()
      if (next.done) break
      if (isAnswered()) return
      const left = new Promise<void>((resolve, reject) => {
        outgoing.write(next.value, (error) => (error ? reject(error) : resolve()))
      })
      left.catch(() => {})
      underWay.push(left)
      if (underWay.length > heldPieces) await underWay.shift()
    }
    outgoing.end()
  } finally {
    await reader.cancel().catch(() => {})
  }
}
