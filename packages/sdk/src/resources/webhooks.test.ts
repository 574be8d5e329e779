import { expect, it } from 'vitest'
import { clientOf, listenAsService } from '../../test/loopback.ts'

it('webhooks are listed over all pages of the cursor', async () => {
  const service = await listenAsService(({ path }) => {
    const cursor = new URL(path, 'http://x').searchParams.get('cursor')
    return cursor
      ? { body: { webhooks: [{ webhook_key: 'b' }], next_cursor: null } }
      : { body: { webhooks: [{ webhook_key: 'a' }], next_cursor: 'next' } }
  })
  const inlet = clientOf(service)
  const page = await inlet.webhooks.list({ limit: 1 })
  expect([page.items.length, page.nextCursor]).toEqual([1, 'next'])
  const keys: string[] = []
  for await (const { webhook_key } of inlet.webhooks.list({ limit: 1 })) keys.push(webhook_key)
  expect(keys).toEqual(['a', 'b'])
})

it('a rotation is retried with the same key, because a second one would drop the previous secret', async () => {
  const service = await listenAsService((_, count) => (count === 1 ? { isBroken: true } : { body: {} }))
  await clientOf(service).webhooks.rotate('w', { overlap_seconds: 60 })
  const keys = service.asked
    .filter(({ path }) => path.endsWith('/rotate'))
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^.{20,}$/)
  expect(keys[1]).toBe(keys[0])
})
