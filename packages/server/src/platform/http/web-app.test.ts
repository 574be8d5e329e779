import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../telemetry/metrics.ts'
import { createServer } from './server.ts'
import { webAppRoutes } from './web-app.ts'

const storageOrigin = 'https://storage.example:9000'
const script = 'console.log("hello from the workspace")'.repeat(20)

let folder: string
let app: FastifyInstance
let bare: FastifyInstance

async function build(from: string): Promise<FastifyInstance> {
  const server = createServer({
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    trustedProxies: [],
  })
  server.get('/healthz', () => ({ status: 'ok' }))
  await webAppRoutes(server, { folder: from, storageOrigin })
  await server.ready()
  return server
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inlet-web-'))
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'wasm'))
  write(
    'index.html',
    '<html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style></head></html>',
  )
  write('assets/index-1a2b.js', script)
  write('assets/index-1a2b.js.br', brotliCompressSync(script))
  write('assets/index-1a2b.js.gz', gzipSync(script))
  write('assets/pdf.worker-9f8e.mjs', 'postMessage(1)')
  write('assets/plain-77.css', 'body{}')
  write('wasm/decode.wasm', Buffer.from([0, 97, 115, 109]))
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(`${folder}-secret.txt`, 'outside')
  symlinkSync(`${folder}-secret.txt`, join(folder, 'link.txt'))
  app = await build(folder)
  bare = await build(join(folder, 'nothing-here'))
})
afterAll(async () => {
  await app.close()
  await bare.close()
  rmSync(folder, { recursive: true })
  rmSync(`${folder}-secret.txt`)
})

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers })
const nonceOf = (answer: LightMyRequestResponse) =>
  /nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1]

describe('the page of the workspace', () => {
  it("is served for the root and for the app's routes, with a fresh nonce each time", async () => {
    const answers = [await get('/'), await get('/projects/7?t=1', browser), await get('/index.html', browser)]
    const nonces = answers.map((answer) => {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      const nonce = nonceOf(answer) ?? ''
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      expect(answer.body.split(`nonce="${nonce}"`)).toHaveLength(3)
      expect(answer.body).not.toContain('__CSP_NONCE__')
      return nonce
    })
    expect(new Set(nonces).size).toBe(3)
  })

  it('may upload to a gateway on another origin', async () => {
    const server = createServer({
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      trustedProxies: [],
    })
    const gatewayOrigin = 'https://uploads.example'
    await webAppRoutes(server, { folder, storageOrigin, gatewayOrigin })
    const { headers } = await server.inject('/')
    expect(headers['content-security-policy']).toContain(
      `connect-src 'self' ${storageOrigin} ${gatewayOrigin};`,
    )
    await server.close()
  })

  it('may load and do only what it needs', async () => {
    const answer = await get('/')
    const nonce = nonceOf(answer)
    expect(answer.headers['content-security-policy']).toBe(
      [
        `default-src 'none'`,
        `script-src 'self'`,
        `style-src 'self' 'nonce-${nonce}'`,
        `img-src 'self' data: blob: ${storageOrigin}`,
        `font-src 'self'`,
        `connect-src 'self' ${storageOrigin}`,
        `media-src 'self' ${storageOrigin}`,
        `worker-src 'self'`,
        `frame-ancestors 'none'`,
        `base-uri 'none'`,
        `form-action 'self'`,
        `require-trusted-types-for 'script'`,
        `trusted-types default`,
      ].join('; '),
    )
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-frame-options': 'DENY',
    })
  })

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await get('/projects', browser, 'HEAD')
    expect(answer.statusCode).toBe(200)
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(50)
    expect(answer.body).toBe('')
  })

  it.each([
    '/api/v1/nothing',
    '/api',
    '/docs/nothing',
    '/.well-known/nothing',
    '/metrics/x',
    '/openapi.json/x',
  ])('is not served at %s, which belongs to the service', async (url) => {
    const answer = await get(url, browser)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })

  it('is not served to programs that request an unknown path', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }])
      expect((await get('/nothing', headers)).json()).toMatchObject({ code: 'not_found' })
    expect((await get('/projects', browser, 'POST')).statusCode).toBe(404)
    expect((await get('/healthz', browser)).json()).toEqual({ status: 'ok' })
  })
})

describe('a file of the workspace', () => {
  it.each([
    ['/assets/index-1a2b.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    [
      '/assets/pdf.worker-9f8e.mjs',
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/assets/plain-77.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/wasm/decode.wasm', 'application/wasm', 'public, max-age=3600'],
    ['/favicon.svg', 'image/svg+xml', 'public, max-age=3600'],
  ])('%s is %s, cached %s', async (url, type, cache) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': cache,
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.rawPayload.length),
    })
  })

  it.each([
    ['br, gzip, deflate', 'br'],
    ['gzip, deflate, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5', 'br'],
    ['deflate', undefined],
    ['', undefined],
  ])('is sent for "%s" as %s', async (accepted, encoding) => {
    const answer = await get('/assets/index-1a2b.js', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['vary']).toBe('accept-encoding')
    expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8')
    if (encoding === 'br') expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script)
    if (encoding === undefined) expect(answer.body).toBe(script)
  })

  it('is sent uncompressed when the build did not compress it', async () => {
    const answer = await get('/assets/plain-77.css', { 'accept-encoding': 'br, gzip' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe('body{}')
  })

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await get('/favicon.svg')
    const again = await get('/favicon.svg', { 'if-none-match': String(headers['etag']) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const compressed = await get('/assets/index-1a2b.js', { 'accept-encoding': 'br' })
    const plain = await get('/assets/index-1a2b.js')
    expect(compressed.headers['etag']).not.toBe(plain.headers['etag'])
  })

  it('allows WebAssembly in a worker, and nothing in any other file', async () => {
    expect((await get('/assets/pdf.worker-9f8e.mjs')).headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${storageOrigin}`,
    )
    for (const url of ['/assets/index-1a2b.js', '/favicon.svg'])
      expect((await get(url)).headers['content-security-policy']).toBe(
        `default-src 'none'; frame-ancestors 'none'`,
      )
  })

  it('answers HEAD without a body', async () => {
    const answer = await get('/assets/plain-77.css', {}, 'HEAD')
    expect(answer.headers['content-length']).toBe('6')
    expect(answer.body).toBe('')
  })

  it.each([
    '/assets/none.js',
    '/assets/',
    '/assets/index-1a2b.js.br',
    '/assets',
    '/assets/folder/route',
    '/favicon.ico',
    '/link.txt',
    '/../secret.txt',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
    '/assets/%00.js',
    '/assets%5c..%5csecret.txt',
    '/%',
  ])('%s is not found', async (url) => {
    const answer = await get(url, url === '/assets' ? {} : browser)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('without a built workspace', () => {
  it('shows at the root that the workspace is not built, and how to build it', async () => {
    const answer = await bare.inject({ url: '/', headers: browser })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('The workspace is not built')
    expect(answer.body).toContain('npm run web-build')
    expect(answer.body).toContain(`nonce="${nonceOf(answer)}"`)
  })
})
