/**
 * Sends a part while its bytes arrive, without holding it in memory. The SDK would do so as well, but it hides when the
 * store stops reading, and a client that pauses must not be mistaken for a store that does.
 */
import { once } from 'node:events'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { silenceMs } from './call-limits.ts'
import type { PartToSign, SignPartUrls, StoreUpload } from './sign-parts.ts'
import { PartRefused, StoreTimeout } from './store-errors.ts'

export interface PartStream {
  /** Until the store has room for more; undefined if it has. Throws what the store answered if it refuses the part. */
  write(chunk: Buffer): Promise<unknown> | undefined
  /** Returns the ETag once the store has the whole part. */
  end(): Promise<string>
  /** Nothing of the part is stored. Does nothing after `end` has returned. */
  cancel(): void
}

export interface PartStreams {
  openPart(upload: StoreUpload, part: PartToSign, options?: { md5?: string | undefined }): Promise<PartStream>
}

const urlExpirySeconds = 900
/** A store may close an idle connection at any time, and a part cannot be sent twice. */
const idleConnectionMs = 2_000
const connectMs = 5_000

export function partStreams(sign: SignPartUrls): PartStreams {
  const options = { keepAlive: true, timeout: idleConnectionMs }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  return {
    async openPart(upload, part, { md5 } = {}) {
      const { urls } = await sign(upload, [part], urlExpirySeconds)
      const url = new URL(urls[0] ?? '')
      const headers = { 'content-length': part.bytes, ...(md5 !== undefined && { 'content-md5': md5 }) }
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { method: 'PUT', headers, agent: agents.https })
          : httpRequest(url, { method: 'PUT', headers, agent: agents.http })
      return streamTo(request)
    },
  }
}

function streamTo(request: ClientRequest): PartStream {
  const answered = readAnswer(request)
  const failed = answered.then(() => {
    throw new Error('The object store answered before it had the whole part.')
  })
  // Both are awaited only while something waits for the store.
  failed.catch(() => {})
  limitConnecting(request)

  async function wait<T>(work: Promise<T>): Promise<T> {
    const { promise: silent, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => reject(new StoreTimeout(`The object store took nothing for ${silenceMs / 1000} s.`)),
      silenceMs,
    )
    try {
      return await Promise.race([work, silent])
    } catch (error) {
      request.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    write(chunk) {
      if (request.destroyed) return wait(failed)
      return request.write(chunk) ? undefined : wait(Promise.race([once(request, 'drain'), failed]))
    },
    async end() {
      request.end()
      return wait(answered)
    },
    cancel() {
      request.destroy()
    },
  }
}

function readAnswer(request: ClientRequest): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let isAnswered = false
  request.once('response', (answer) => {
    isAnswered = true
    readEtag(answer).then(resolve, (error: unknown) => {
      // The store does not read the rest.
      if (!request.writableFinished) request.destroy()
      reject(error)
    })
  })
  // Stays attached: a connection that is closed on purpose may report an error afterwards.
  request.on('error', reject)
  request.once('close', () => {
    if (!isAnswered) reject(new Error('The object store closed the connection early.'))
  })
  return promise
}

async function readEtag(answer: IncomingMessage): Promise<string> {
  const { statusCode = 0 } = answer
  const body = await text(answer)
  const { etag } = answer.headers
  if (statusCode === 200 && etag !== undefined) return etag
  throw new PartRefused(statusCode, /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? 'unknown')
}

function limitConnecting(request: ClientRequest): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(
      () => request.destroy(new StoreTimeout('The object store does not accept connections.')),
      connectMs,
    )
    const stop = () => clearTimeout(timer)
    socket.once('connect', stop)
    socket.once('close', stop)
  })
}
