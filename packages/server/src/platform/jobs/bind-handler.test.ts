import { pino } from 'pino'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Attempt } from './attempt.ts'
import { assertEveryJobHasOneHandler, bindHandler } from './bind-handler.ts'
import { defineJob } from './job.ts'

const define = (name: string) =>
  defineJob({
    name,
    payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
    retryLimit: 2,
    retryDelaySeconds: 1,
    expireSeconds: 60,
  })

const [read, write] = [define('read'), define('write')]
const nothing = () => Promise.resolve()

const attempt: Attempt = {
  jobId: 'job',
  number: 0,
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
  complete: nothing,
  advance: nothing,
}

describe('assertEveryJobHasOneHandler', () => {
  const bound = (...jobs: (typeof read)[]) => jobs.map((job) => bindHandler(job, nothing))

  it('accepts jobs and handlers that match', () => {
    expect(() => assertEveryJobHasOneHandler([read, write], bound(write, read))).not.toThrow()
    expect(() => assertEveryJobHasOneHandler([], [])).not.toThrow()
  })

  it.each([
    ['read has no handler', [read, write], bound(write)],
    ['read has two handlers', [read], bound(read, read)],
    ['write is not in the list of jobs', [read], bound(read, write)],
    ['read has no handler; write is not in the list of jobs', [read], bound(write)],
  ])('reports that %s', (problem, jobs, bindings) => {
    expect(() => assertEveryJobHasOneHandler(jobs, bindings)).toThrow(`The worker cannot start: ${problem}.`)
  })
})

describe('bindHandler', () => {
  it('passes a valid payload and its attempt to the handler', async () => {
    const seen: unknown[] = []
    const binding = bindHandler(read, async (payload, given) => {
      seen.push(payload.fileId, given)
    })
    await binding.handle({ v: 1, fileId: 7 }, attempt)
    expect(seen).toEqual([7, attempt])
  })

  it.each([null, undefined, {}, [], { v: 1 }, { v: 2, fileId: 7 }, { v: 1, fileId: '7' }])(
    'does not pass the payload %j to the handler',
    async (payload) => {
      let calls = 0
      const binding = bindHandler(read, async () => {
        calls += 1
      })
      await expect(async () => binding.handle(payload, attempt)).rejects.toThrow(
        'The payload of read does not match its schema.',
      )
      expect(calls).toBe(0)
    },
  )
})
