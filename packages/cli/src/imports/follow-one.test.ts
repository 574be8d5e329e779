import { ImportFailedError, NotFoundError, ServerError, UnauthorizedError } from '@inlet/sdk'
import { describe, expect, it } from 'vitest'
import { followOne } from './follow-one.ts'

const facts = { code: 'x', status: 500, body: {} }

function follow(wait: () => Promise<unknown>, signal = new AbortController().signal) {
  const inlet = { files: { wait }, insights: { wait } } as unknown as Parameters<typeof followOne>[0]
  return followOne(inlet, { key: 'k', as: 'file', onEnd: () => {} }, signal)
}

describe('following an import with the SDK', () => {
  it('finds that it completed, why it failed, or that it is gone', async () => {
    expect(await follow(() => Promise.resolve())).toEqual({ state: 'completed' })
    expect(
      await follow(() =>
        Promise.reject(new ImportFailedError({ key: 'k', reason: 'Unreadable.', code: 'damaged' })),
      ),
    ).toEqual({ state: 'failed', reason: 'Unreadable.', code: 'damaged' })
    const notFound = new NotFoundError('Not found.', { ...facts, status: 404 })
    expect(await follow(() => Promise.reject(notFound))).toEqual({ state: 'gone' })
  })

  it('rejects with an error that affects every import', async () => {
    const revoked = new UnauthorizedError('Revoked.', { ...facts, status: 401 })
    await expect(follow(() => Promise.reject(revoked))).rejects.toBe(revoked)
  })

  it('ends without a result when it is stopped during an outage', async () => {
    const down = () => Promise.reject(new ServerError('Down.', facts))
    expect(await follow(down, AbortSignal.timeout(50))).toBeUndefined()
  })
})
