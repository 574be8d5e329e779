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

it('a rotation is not retried, because that would drop the previous secret', async () => {
  const service = await listenAsService(() => ({ status: 500 }))
  await expect(clientOf(service).webhooks.rotate('w', { overlap_seconds: 60 })).rejects.toMatchObject({
    status: 500,
  })
  expect(service.asked.filter(({ path }) => path.endsWith('/rotate'))).toHaveLength(1)
})
