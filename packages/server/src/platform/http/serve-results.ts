/**
 * Strong validators, conditional requests and compression for a scope of routes that only read (RFC 9110). A handler that
 * streams sets the `etag` header itself; every other response is hashed.
 */
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)
/** Shorter bodies gain nothing. */
const minCompressedBytes = 1024
const compressedSuffix = '-gzip'

export function serveResults(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 200 && isBody(payload)) return sendResult(request, reply, payload)
    // A stream that fails before its first byte is answered with an error, which is neither compressed nor the result.
    reply.removeHeader('content-encoding').removeHeader('etag')
    return payload
  })
}

type Body = string | Buffer | Readable

const isBody = (payload: unknown): payload is Body =>
  typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable

async function sendResult(request: FastifyRequest, reply: FastifyReply, body: Body): Promise<Body | null> {
  reply.header('vary', 'Authorization, Accept, Accept-Encoding')
  const isCompressed = canCompress(body) && acceptsGzip(request.headers['accept-encoding'])
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', 'private, no-cache')
    const tag = String(reply.getHeader('etag') ?? (body instanceof Readable ? '' : tagOf(body)))
    if (tag !== '') {
      reply.header('etag', `"${tag}${isCompressed ? compressedSuffix : ''}"`)
      if (matchesTag(request.headers['if-none-match'], tag)) return sendUnchanged(reply, body)
    }
  }
  if (!isCompressed) return body
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return body instanceof Readable ? pipeline(body, createGzip(), () => {}) : compress(body)
}

/** An opaque tag of all values that determine a body. */
export function tagOf(...values: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const value of values) hash.update(value).update('\0')
  return hash.digest('base64url')
}

const canCompress = (body: Body) => body instanceof Readable || Buffer.byteLength(body) >= minCompressedBytes

function sendUnchanged(reply: FastifyReply, body: Body): null {
  if (body instanceof Readable) body.destroy()
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return null
}

/** Both encodings of one body are equally up to date. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return tags.some((one) => one === '*' || one === `"${tag}"` || one === `"${tag}${compressedSuffix}"`)
}

export function acceptsGzip(header: string | string[] | undefined): boolean {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((one) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(one))
}
