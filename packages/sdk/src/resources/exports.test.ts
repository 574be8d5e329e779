import { expect, it } from 'vitest'
import { clientOf, listenAsService } from '../../test/loopback.ts'

it('create().done() waits until the export has ended', async () => {
  let reads = 0
  const service = await listenAsService(({ method }) => {
    if (method === 'POST') return { status: 202, body: { export_key: 'e', status: 'processing', links: {} } }
    reads += 1
    return { body: { export_key: 'e', status: reads < 3 ? 'processing' : 'completed', progress: 30 * reads } }
  })
  const seen: string[] = []
  const done = await clientOf(service)
    .exports.create(7, { contents: ['tables'] })
    .done({ onProgress: ({ status, progress }) => seen.push(`${status} ${progress}`) })
  expect(done.status).toBe('completed')
  expect(seen).toEqual(['processing 30', 'processing 60', 'completed 90'])
  expect(service.asked.some(({ path }) => path === '/api/v1/developer/projects/7/exports')).toBe(true)
  expect(service.asked.at(-1)?.path).toBe('/api/v1/developer/exports/e?wait=30')
})

it('download continues after the bytes that have arrived', async () => {
  const service = await listenAsService(({ headers }) => ({ status: headers['range'] ? 206 : 200, body: {} }))
  const inlet = clientOf(service)
  expect((await inlet.exports.download({ url: service.url })).status).toBe(200)
  expect((await inlet.exports.download({ url: service.url }, { from: 5 })).status).toBe(206)
  expect(service.asked.at(-1)?.headers['range']).toBe('bytes=5-')
})
