/** Clients that send their request slowly, or not at all, do not hold a connection for long. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Sends a byte a second until the server ends the connection. */
async function sendSlowly(head: string, filler: string): Promise<{ seconds: number; answer: string }> {
  const socket: Socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  const startedAt = performance.now()
  socket.write(head)
  const timer = setInterval(() => socket.write(filler), 1_000)
  await once(socket, 'close')
  clearInterval(timer)
  return { seconds: (performance.now() - startedAt) / 1000, answer }
}

describe('a request that arrives slowly', () => {
  it('is ended with 408: headers after 10 s, a body after 30 s', async () => {
    const [headers, body] = await Promise.all([
      sendSlowly('GET /healthz HTTP/1.1\r\nhost: x\r\n', 'x-a: b\r\n'),
      sendSlowly(
        'POST /api/v1/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\n',
        'a',
      ),
    ])
    expect(headers.answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(headers.seconds).toBeGreaterThan(8)
    expect(headers.seconds).toBeLessThan(15)
    expect(body.answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(body.seconds).toBeGreaterThan(28)
    expect(body.seconds).toBeLessThan(36)
  }, 60_000)

  it('gets no response on a connection that was never used', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    await once(socket, 'close')
    expect(received).toBe('')
  }, 60_000)

  it('does not delay others', async () => {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })
})
