/** `/docs`: the API reference, without scripts or external resources. */
import { createHash } from 'node:crypto'
import { readStyleSheet, renderReference } from '@inlet/api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // Revalidated on each visit, and answered with 304 while the ETag matches.
  'cache-control': 'no-cache',
}

/** `readDocument` is called on the first visit, when all routes are bound. */
export function docsRoutes(app: FastifyInstance, readDocument: () => object): void {
  const hidden = { schema: { hide: true } as object }
  const page = once(() => withTag('text/html; charset=utf-8', renderReference(readDocument())))
  const style = once(() => withTag('text/css; charset=utf-8', readStyleSheet()))
  app.get('/docs', hidden, (request, reply) => sendTagged(request, reply, page()))
  app.get('/docs/style.css', hidden, (request, reply) => sendTagged(request, reply, style()))
}

interface Tagged {
  type: string
  text: string
  etag: string
}

function withTag(type: string, text: string): Tagged {
  return { type, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, etag }: Tagged,
): FastifyReply {
  reply.headers({ ...headers, etag })
  // `includes`: the header may list several tags, and a proxy that compresses marks them as weak.
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(type).send(text)
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
