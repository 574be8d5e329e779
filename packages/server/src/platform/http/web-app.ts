/** Serves the built workspace: its page for every route of the app, and its files. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { listWebFiles } from './web-files.ts'
import { notBuiltPage } from './web-not-built.ts'
import { type FileOrigins, filePolicy, pageHeaders, pagePolicy, workerPolicy } from './web-security.ts'

export interface WebAppOptions extends FileOrigins {
  folder: string
}

const noncePlaceholder = '__CSP_NONCE__'
const nonceBytes = 16

/** Paths of the service itself; an unknown path below them is a 404, not a page of the app. */
const servicePaths = /^\/(api|gateway|docs|openapi\.json|healthz|readyz|metrics|\.well-known)(\/|$)/
/** Files under this path have a content hash in their name. */
const hashedFiles = /^\/assets\//
const workerFile = /worker[^/]*\.m?js$/i

export async function webAppRoutes(
  app: FastifyInstance,
  { folder, ...origins }: WebAppOptions,
): Promise<void> {
  const files = listWebFiles(folder)
  const template = files.delete('/index.html') ? readFileSync(join(folder, 'index.html'), 'utf8') : undefined
  await app.register(fastifyStatic, {
    root: folder,
    // The list above decides which paths are files; the plugin handles encodings, ETags and sending.
    serve: false,
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    index: false,
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    exposeHeadRoute: false,
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      const path = pathOf(request)
      if (servicePaths.test(path)) throw new AppError('not_found')
      if (files.has(path)) return sendFile(reply, path)
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
      .header('content-security-policy', pagePolicy(nonce, origins))
      .header('content-length', Buffer.byteLength(page))
      .type('text/html; charset=utf-8')
    return request.method === 'HEAD' ? reply.send() : reply.send(page)
  }

  function sendFile(reply: FastifyReply, path: string): FastifyReply {
    return reply
      .header('cache-control', cacheControl(path))
      .header('cross-origin-resource-policy', 'same-origin')
      .header(
        'content-security-policy',
        workerFile.test(path) ? workerPolicy(origins.storageOrigin) : filePolicy,
      )
      .sendFile(path)
  }
}

/** The decoded path without the query; a path that cannot be decoded matches nothing. */
function pathOf({ url }: FastifyRequest): string {
  const [raw = '/'] = url.split('?')
  try {
    return decodeURIComponent(raw)
  } catch {
    throw new AppError('not_found')
  }
}

/** Only a browser that navigates gets the page; programs get a 404 in JSON. */
function isPage({ headers }: FastifyRequest, path: string): boolean {
  if (path === '/' || path === '/index.html') return true
  const isFileName = /\.[^/]*$|\.\./.test(path)
  return !isFileName && !hashedFiles.test(path) && (headers.accept ?? '').includes('text/html')
}

function cacheControl(path: string): string {
  return hashedFiles.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
