/** Serves the built workspace: its page for every route of the app, and its files. */
import { randomBytes } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { chooseEncoding, listWebFiles, type WebFile } from './web-files.ts'
import { notBuiltPage } from './web-not-built.ts'
import { filePolicy, pageHeaders, pagePolicy, workerPolicy } from './web-security.ts'

export interface WebAppOptions {
  folder: string
  /** Uploads, posters and renditions go to and come from there. */
  storageOrigin: string
}

const noncePlaceholder = '__CSP_NONCE__'
const nonceBytes = 16

/** Addresses of the service itself; whatever is not found below them is not a page of the app. */
const ownAddresses = /^\/(api|docs|openapi\.json|healthz|readyz|metrics|\.well-known)(\/|$)/
/** Files under this path carry a hash of their content in their name. */
const hashedFiles = /^\/assets\//
const workerFile = /worker[^/]*\.m?js$/i

export function webAppRoutes(app: FastifyInstance, { folder, storageOrigin }: WebAppOptions): void {
  const files = listWebFiles(folder)
  const index = files.get('/index.html')
  const template = index && readFileSync(index.path, 'utf8')

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      const path = pathOf(request)
      if (ownAddresses.test(path)) throw new AppError('not_found')
      const file = path === '/index.html' ? undefined : files.get(path)
      if (file) return sendFile(request, reply, path, file)
      if (!isPage(request, path)) throw new AppError('not_found')
      return sendPage(request, reply)
    },
  })

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(nonceBytes).toString('base64')
    const page = template?.replaceAll(noncePlaceholder, nonce) ?? notBuiltPage(nonce)
    reply
      .code(template === undefined ? 503 : 200)
      .headers(pageHeaders)
      .header('content-security-policy', pagePolicy(nonce, storageOrigin))
      .header('content-length', Buffer.byteLength(page))
      .type('text/html; charset=utf-8')
    return request.method === 'HEAD' ? reply.send() : reply.send(page)
  }

  function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: WebFile): FastifyReply {
    const encoding = chooseEncoding(file, request.headers['accept-encoding'])
    const chosen = (encoding && file.compressed[encoding]) ?? file
    const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag
    reply
      .header('cache-control', cacheControl(path))
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', workerFile.test(path) ? workerPolicy(storageOrigin) : filePolicy)
      .header('etag', etag)
      .header('vary', 'accept-encoding')
    if (encoding) reply.header('content-encoding', encoding)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.header('content-length', chosen.bytes).type(file.contentType)
    return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(chosen.path))
  }
}

/** As it was sent, without the query. A path that cannot be decoded is nobody's. */
function pathOf({ url }: FastifyRequest): string {
  const [raw = '/'] = url.split('?')
  try {
    return decodeURIComponent(raw)
  } catch {
    throw new AppError('not_found')
  }
}

/** Only a browser that wants to show a page gets one: programs that lost their way are told so in JSON. */
function isPage({ headers }: FastifyRequest, path: string): boolean {
  if (path === '/' || path === '/index.html') return true
  const isFileName = /\.[^/]*$|\.\./.test(path)
  return !isFileName && !hashedFiles.test(path) && (headers.accept ?? '').includes('text/html')
}

function cacheControl(path: string): string {
  return hashedFiles.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
