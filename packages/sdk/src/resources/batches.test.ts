import { expect, it } from 'vitest'
import { clientOf, listenAsService } from '../../test/loopback.ts'

const items = [{ kind: 'file' as const, key: 'a' }]

it('a batch is retried with the same key, so that its items take effect once', async () => {
  const results = [{ index: 0, http_status: 200, body: { wav_key: 'a', status: 'processing' } }]
  const service = await listenAsService((_, count) =>
    count === 1 ? { isBroken: true } : { body: { results } },
  )
  expect(await clientOf(service).batches.complete({ items })).toEqual({ results })
  const keys = service.asked
    .filter(({ path }) => path.endsWith('/batch/complete'))
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

it('the status of many imports is asked for in one call that may wait', async () => {
  const service = await listenAsService(() => ({ body: { results: [] } }))
  await clientOf(service).batches.status({ items }, { wait: 30 })
  const asked = service.asked.at(-1)
  expect(asked?.path).toBe('/api/v1/developer/import/batch/status?wait=30')
  expect(JSON.parse(String(asked?.body))).toEqual({ items })
})
