import { ImportFailedError, NotFoundError, ServerError, UnauthorizedError } from '@inlet/sdk'
import { describe, expect, it } from 'vitest'
import { createFollower, type End } from './follow-imports.ts'

const facts = { code: 'x', status: 500, body: {} }

/** A client whose waits settle as given, call by call. */
function clientWith(waits: Record<string, Array<() => Promise<unknown>>>) {
  const wait = (key: string) => (waits[key]?.shift() ?? (() => Promise.resolve()))()
  return { files: { wait }, insights: { wait } } as unknown as Parameters<typeof createFollower>[0]
}

async function follow(inlet: ReturnType<typeof clientWith>, keys: string[], signal?: AbortSignal) {
  const ends = new Map<string, End>()
  const follower = createFollower(inlet, signal ?? new AbortController().signal)
  for (const key of keys) follower.add({ key, as: 'file', onEnd: (end) => ends.set(key, end) })
  await follower.finish()
  return Object.fromEntries(ends)
}

describe('following imports', () => {
  it('reports which completed, why one failed and which one is gone', async () => {
    const inlet = clientWith({
      bad: [() => Promise.reject(new ImportFailedError({ key: 'bad', reason: 'Unreadable.' }))],
      gone: [() => Promise.reject(new NotFoundError('Not found.', { ...facts, status: 404 }))],
    })
    expect(await follow(inlet, ['good', 'bad', 'gone'])).toEqual({
      good: { state: 'completed' },
      bad: { state: 'failed', reason: 'Unreadable.' },
      gone: { state: 'gone' },
    })
  })

  it('rejects with an error that affects every import', async () => {
    const inlet = clientWith({
      a: [() => Promise.reject(new UnauthorizedError('Revoked.', { ...facts, status: 401 }))],
    })
    await expect(follow(inlet, ['a', 'b'])).rejects.toBeInstanceOf(UnauthorizedError)
  })

  it('ends without a result when it is stopped during an outage', async () => {
    const inlet = clientWith({ a: [() => Promise.reject(new ServerError('Down.', facts))] })
    expect(await follow(inlet, ['a'], AbortSignal.timeout(50))).toEqual({})
  })
})
