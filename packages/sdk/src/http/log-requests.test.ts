import { expect, it } from 'vitest'
import type { LogFacts } from '../options.ts'
import { logRequests } from './log-requests.ts'

function makeLogger() {
  const lines: Array<{ message: string; facts: LogFacts }> = []
  return { lines, debug: (message: string, facts: LogFacts) => void lines.push({ message, facts }) }
}

it('logs method, address, status, time and request id, and no query', async () => {
  const logger = makeLogger()
  const answer = new Response('', { status: 201, headers: { 'x-request-id': 'r-1' } })
  const send = logRequests(() => Promise.resolve(answer), logger)
  expect(await send('https://inlet.example/a?signature=secret', { method: 'POST' })).toBe(answer)
  expect(logger.lines[0]?.message).toMatch(/^POST https:\/\/inlet\.example\/a 201 in \d+ ms, request r-1$/)
  expect(logger.lines[0]?.facts).toMatchObject({ method: 'POST', status: 201, requestId: 'r-1' })
})

it('logs the actual reason of a failure', async () => {
  const logger = makeLogger()
  const failure = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
  })
  const send = logRequests(() => Promise.reject(failure), logger)
  await expect(send('https://inlet.example/a')).rejects.toBe(failure)
  expect(logger.lines[0]?.message).toContain('failed after')
  expect(logger.lines[0]?.facts.error).toBe('ECONNREFUSED')
})
