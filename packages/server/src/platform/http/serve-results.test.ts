import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { acceptsGzip, matchesTag, serveResults } from './serve-results.ts'

it.each([
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.00', false],
  ['identity', false],
  [undefined, false],
])('reads Accept-Encoding %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected)
})

it('compares tags weakly, whatever the encoding', () => {
  expect(matchesTag('"x", W/"a"', 'a')).toBe(true)
  expect(matchesTag('"a-gzip"', 'a')).toBe(true)
  expect(matchesTag('*', 'a')).toBe(true)
  expect(matchesTag('"b"', 'a')).toBe(false)
  expect(matchesTag(undefined, 'a')).toBe(false)
})

const long = 'all of it '.repeat(1000)

async function makeApp() {
  const app = Fastify()
  serveResults(app)
  app.get('/json', async () => ({ text: long }))
  app.get('/short', async () => ({ text: 'a' }))
  app.get('/stream', async (_request, reply) =>
    reply
      .header('etag', 'version-1')
      .type('text/plain')
      .send(Readable.from([long])),
  )
  app.get('/uncached', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ url: 'x' }),
  )
  app.get('/failing', async (_request, reply) =>
    reply
      .header('etag', 'version-1')
      .type('text/plain')
      .send(
        new Readable({
          read() {
            this.destroy(new Error('It was deleted meanwhile.'))
          },
        }),
      ),
  )
  app.get('/missing', async (_request, reply) => reply.code(404).send({}))
  return app
}

it('validates, compresses and repeats a body as 304', async () => {
  const app = await makeApp()
  for (const url of ['/json', '/stream']) {
    const plain = await app.inject({ url })
    expect(plain.headers['etag']).toMatch(/^"[\w-]+"$/)
    expect(plain.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept, Accept-Encoding',
    })
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload)
    expect(packed.headers['etag']).not.toBe(plain.headers['etag'])
    for (const answer of [plain, packed]) {
      const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers['etag']) } })
      expect([again.statusCode, again.payload, again.headers['etag']]).toEqual([
        304,
        '',
        plain.headers['etag'],
      ])
      expect(again.headers).not.toHaveProperty('content-type')
    }
  }
})

it('leaves short, uncached and failed responses as they are', async () => {
  const app = await makeApp()
  const headers = { 'accept-encoding': 'gzip' }
  expect((await app.inject({ url: '/short', headers })).headers).not.toHaveProperty('content-encoding')
  const uncached = await app.inject({ url: '/uncached', headers })
  expect(uncached.headers['cache-control']).toBe('no-store')
  expect(uncached.headers).not.toHaveProperty('etag')
  expect((await app.inject({ url: '/missing', headers })).headers).not.toHaveProperty('etag')
})

it('sends the error of a stream that fails before its first byte uncompressed', async () => {
  const app = await makeApp()
  const answer = await app.inject({ url: '/failing', headers: { 'accept-encoding': 'gzip' } })
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    500,
    'It was deleted meanwhile.',
  ])
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers).not.toHaveProperty('etag')
})
