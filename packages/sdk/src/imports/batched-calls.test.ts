import { describe, expect, it } from 'vitest'
import { type Asked, clientOf, type Loopback, listenAsService, prefix, refusal } from '../../test/loopback.ts'

const rateLimit = { 'ratelimit-policy': '"default";q=1000;w=60', ratelimit: '"default";r=999;t=60' }
const isBatch = ({ path }: Asked) => path.includes('/batch/')

interface BatchItem {
  kind: string
  key?: string
  file_name?: string
}

/** A service with batches, on which imports are ready at once. `refuse` decides about items. */
async function serve(
  refuse: (item: BatchItem, count: number) => [number, string] | undefined = () => undefined,
) {
  const names = new Map<string, string>()
  const begin = ({ file_name = '' }: BatchItem) => {
    const wav_key = `w${names.size}`
    names.set(wav_key, file_name)
    return { wav_key, upload_url: `${service.url}/storage`, upload_fields: {}, links: {} }
  }
  const seen = new Map<string, number>()
  /** By idempotency key and index: what succeeded is repeated. */
  const done = new Map<string, object>()
  const service: Loopback = await listenAsService(({ path, body, headers }) => {
    if (path === '/storage') return { status: 204, body: '' }
    if (path.includes('/batch/')) {
      const { items } = JSON.parse(String(body)) as { items: BatchItem[] }
      const results = items.map((item, index) => {
        const name = item.file_name ?? item.key ?? ''
        const mark = `${String(headers['idempotency-key'])} ${index}`
        const known = done.get(mark)
        if (known) return { index, http_status: 201, body: known }
        seen.set(name, (seen.get(name) ?? 0) + 1)
        const refused = refuse(item, seen.get(name) ?? 0)
        if (refused)
          return { index, http_status: refused[0], body: { error: 'x', code: refused[1], request_id: 'r' } }
        const answer = path.endsWith('/initialize')
          ? begin(item)
          : { wav_key: item.key, status: 'processing' }
        done.set(mark, answer)
        return { index, http_status: 201, body: answer }
      })
      return { headers: rateLimit, body: { results } }
    }
    const files = [...names].map(([wav_key, name]) => ({ wav_key, name, status: 'completed' }))
    if (path.startsWith(`${prefix}/files?`)) return { headers: rateLimit, body: { files, next: null } }
    if (path.endsWith('/initialize'))
      return { status: 201, headers: rateLimit, body: begin(JSON.parse(String(body)) as BatchItem) }
    return { headers: rateLimit, body: { wav_key: path.split('/').at(-2), status: 'completed' } }
  })
  return service
}

const importAll = (service: Loopback, names: string[]) => {
  const inlet = clientOf(service)
  const imports = names.map((name) => inlet.files.import(new File(['x'], name), { projectId: 1 }))
  return { inlet, results: Promise.allSettled(imports.map((one) => one.done())) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `${i}.txt`)

describe('concurrent imports', () => {
  it('share initialize and complete', async () => {
    const service = await serve()
    const { inlet, results } = importAll(service, numbered(30))
    const ended = await results
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
    const paths = service.asked.filter(isBatch).map(({ path }) => path.split('/').at(-1))
    expect(paths.filter((path) => path === 'initialize')).toHaveLength(1)
    expect(service.asked.filter(({ path }) => path.endsWith('files/initialize'))).toEqual([])
    expect(paths.filter((path) => path === 'complete').length).toBeLessThan(6)
    expect(service.asked.filter(({ path }) => path.endsWith('/complete')).length).toBeLessThan(6)
    // Slow machines poll more often, but not once per file.
    expect(inlet.callUsage.calls).toBeLessThan(30)
  })

  it('fail one by one with the error of the single call', async () => {
    const service = await serve(({ file_name }) =>
      file_name === '1.txt' ? [400, 'unsupported_extension'] : undefined,
    )
    const ended = await importAll(service, numbered(3)).results
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(ended[1]).toMatchObject({
      reason: { name: 'BadRequestError', code: 'unsupported_extension', status: 400, requestId: 'r' },
    })
  })

  it('repeat a batch with the same key while items are unavailable, which replays the others', async () => {
    const service = await serve(({ file_name }, count) =>
      file_name === '1.txt' && count === 1 ? [503, 'unavailable'] : undefined,
    )
    const ended = await importAll(service, numbered(3)).results
    expect(ended.every(({ status }) => status === 'fulfilled')).toBe(true)
    const begun = service.asked.filter(({ path }) => path.endsWith('/batch/initialize'))
    expect(begun).toHaveLength(2)
    expect(begun[1]?.headers['idempotency-key']).toBe(begun[0]?.headers['idempotency-key'])
    expect(String(begun[1]?.body)).toBe(String(begun[0]?.body))
  })

  it('use single calls with a service without batches, and do not try again', async () => {
    let made = 0
    const service: Loopback = await listenAsService(({ path, body }) => {
      if (path.includes('/batch/')) return refusal(404, 'not_found', rateLimit)
      if (path === '/storage') return { status: 204, body: '' }
      if (path.endsWith('/initialize')) {
        made += 1
        const { file_name } = JSON.parse(String(body)) as BatchItem
        const wav_key = `w${made}-${file_name}`
        return {
          status: 201,
          headers: rateLimit,
          body: { wav_key, upload_url: `${service.url}/storage`, upload_fields: {} },
        }
      }
      return { headers: rateLimit, body: { status: 'completed', files: [], next: null } }
    })
    const inlet = clientOf(service)
    for (let round = 0; round < 2; round += 1) {
      const imports = numbered(3).map((name) => inlet.files.import(new File(['x'], name), { projectId: 1 }))
      await Promise.all(imports.map((one) => one.accepted()))
      for (const one of imports) one.cancel()
    }
    expect(made).toBe(6)
    expect(service.asked.filter(isBatch)).toHaveLength(1)
  })
})
