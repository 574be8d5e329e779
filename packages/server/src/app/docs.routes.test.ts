import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { docsRoutes } from './docs.routes.ts'

function build() {
  const app = Fastify()
  let reads = 0
  docsRoutes(app, () => {
    reads += 1
    return { info: { title: 'Sample API' } }
  })
  return { app, reads: () => reads }
}

it('serves the page with a policy that allows only its own style sheet', async () => {
  const { app } = build()
  const answer = await app.inject('/docs')
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/)
  expect(answer.headers['referrer-policy']).toBe('no-referrer')
  expect(answer.body).toContain('Sample API')
})

it('serves the complete style sheet', async () => {
  const { app } = build()
  const answer = await app.inject('/docs/style.css')
  expect(answer.headers['content-type']).toBe('text/css; charset=utf-8')
  for (const part of ['--canvas', '.entry-code', '.fields', '@media print'])
    expect(answer.body).toContain(part)
})

it('renders the page once, and answers 304 to a browser that has it', async () => {
  const { app, reads } = build()
  expect(reads()).toBe(0)
  const { etag } = (await app.inject('/docs')).headers
  const again = await app.inject({ url: '/docs', headers: { 'if-none-match': `W/${etag}` } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(reads()).toBe(1)
})
