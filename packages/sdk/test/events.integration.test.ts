/** Tests the event log, and following with it, against a running service. */
import { describe, expect, inject, it } from 'vitest'
import { makeBmp } from '../../../acceptance/harness/samples.ts'
import { Inlet, type InletEvent, upload } from '../src/index.ts'

const baseUrl = inject('baseUrl')
const imports = process.env['INLET_FULL'] ? 200 : 12

function createClient(key: 'key' | 'eventKey') {
  const calls: string[] = []
  const inlet = new Inlet({
    baseUrl,
    ...inject(key),
    fetch(url, init) {
      calls.push(new URL(url).pathname)
      return fetch(url, init)
    },
  })
  return { inlet, calls: () => calls.filter((call) => !call.endsWith('/token')) }
}

/** Images, which are processed in a fraction of the time of documents. */
async function sendFiles(inlet: Inlet, count: number): Promise<string[]> {
  const { id } = await inlet.projects.create({ name: `Events ${Date.now()}` })
  const keys: string[] = []
  for (let i = 0; i < count; i += 1) {
    const begun = await inlet.files.initialize({ project_id: id, file_name: `followed-${i}.bmp` })
    await upload(begun, new Blob([makeBmp(20, 20 + i)]))
    keys.push(begun.wav_key)
  }
  await Promise.all(keys.map((key) => inlet.files.complete(key)))
  return keys
}

describe('following many imports', () => {
  it('takes fewer than ten calls with the event log', async () => {
    const keys = await sendFiles(new Inlet({ baseUrl, ...inject('eventKey') }), imports)
    const { inlet, calls } = createClient('eventKey')
    const startedAt = performance.now()
    const delays: number[] = []
    const wait = async (key: string) => {
      const result = await inlet.files.wait(key)
      delays.push((Date.now() - Date.parse(result.updated_at ?? '')) / 1000)
      return result
    }
    const results = await Promise.all(keys.map(wait))
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    expect(results.map(({ wav_key }) => wav_key)).toEqual(keys)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['completed']))
    expect(results[0]).toMatchObject({ name: 'followed-0.bmp', created_at: expect.any(String) })
    const lists = calls().filter((path) => path.endsWith('/files')).length
    const reads = calls().filter((path) => path.endsWith('/events')).length
    const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length
    const delay = `mean_delay=${mean.toFixed(1)} max_delay=${Math.max(...delays).toFixed(1)}`
    console.log(
      `following imports=${keys.length} calls=${calls().length} lists=${lists} events=${reads} seconds=${seconds} ${delay}`,
    )
    expect(lists + reads).toBe(calls().length)
    expect(calls().length).toBeLessThan(10)
  }, 900_000)

  it('works without the scope, by polling the lists', async () => {
    const keys = await sendFiles(new Inlet({ baseUrl, ...inject('key') }), 12)
    const { inlet, calls } = createClient('key')
    const results = await Promise.all(keys.map((key) => inlet.files.wait(key)))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['completed']))
    console.log(`following without event:read imports=${keys.length} calls=${calls().length}`)
  })

  it('holds one status call for a single import', async () => {
    const { inlet, calls } = createClient('key')
    const [key = ''] = await sendFiles(new Inlet({ baseUrl, ...inject('key') }), 1)
    expect(await inlet.files.wait(key)).toMatchObject({ wav_key: key, status: 'completed' })
    expect(calls().length).toBeLessThanOrEqual(2)
  })
})

describe('the event log', () => {
  it('reports imports as they happen and continues from a stored cursor', async () => {
    const { inlet } = createClient('eventKey')
    const { next_cursor: start } = await inlet.events.list({ after: 'latest' })
    const [key] = await sendFiles(inlet, 1)
    const seen: InletEvent[] = []
    let cursor = start
    for await (const batch of inlet.events.iterate({ after: start, types: ['file.*'] })) {
      seen.push(...batch.events)
      cursor = batch.cursor
      if (seen.some(({ type, data }) => type === 'file.completed' && data.wav_key === key)) break
    }
    const again: InletEvent[] = []
    for await (const { events } of inlet.events.iterate({ after: start, types: ['file.*'], wait: 0 }))
      again.push(...events)
    expect(again.slice(0, seen.length)).toEqual(seen)
    const rest = await inlet.events.list({ after: cursor, types: ['file.completed'] })
    expect(rest.events.filter(({ data }) => data.wav_key === key)).toEqual([])
  })

  it('rejects an unknown type, a wrong cursor and a key without the scope', async () => {
    const { inlet } = createClient('eventKey')
    await expect(inlet.events.list({ types: ['file.unknown'] })).rejects.toMatchObject({ status: 400 })
    await expect(inlet.events.list({ after: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_cursor' })
    await expect(createClient('key').inlet.events.list()).rejects.toMatchObject({
      name: 'ForbiddenError',
      body: { required_scope: 'event:read' },
    })
  })
})
