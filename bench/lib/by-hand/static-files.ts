/** Serves one built file without a plugin: negotiates the encoding, compares the ETag, streams. */
import { createReadStream, statSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

export function serveByHand(app: FastifyInstance, path: string): void {
  const compressed = `${path}.br`
  const { size, mtimeMs } = statSync(compressed)
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}-br"`
  app.get('/file', (request, reply) => {
    if (!request.headers['accept-encoding']?.includes('br')) return reply.send(createReadStream(path))
    reply.header('etag', etag).header('vary', 'accept-encoding').header('content-encoding', 'br')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.header('content-length', size).type('text/javascript').send(createReadStream(compressed))
  })
}
