import { expect, it } from 'vitest'
import { type Answerer, clientOf, listenAsService, prefix } from '../../test/loopback.ts'

const pages: Record<string, string[]> = { '0': ['a', 'b'], '2': [], '4': ['c'] }

/** The links name another host, as behind a proxy: only their offset may be used. */
const serve: Answerer = ({ path }) => {
  const offset = new URL(path, 'http://x').searchParams.get('offset') ?? '0'
  const next = offset === '4' ? null : `https://elsewhere.example/files?limit=2&offset=${Number(offset) + 2}`
  const files = (pages[offset] ?? []).map((wav_key) => ({ wav_key }))
  return { body: { files, count: 3, next, previous: null } }
}

it('a list resolves to a page with a link to the next one', async () => {
  const inlet = clientOf(await listenAsService(serve))
  const page = await inlet.files.list({ limit: 2 })
  expect(page.items.map((file) => file.wav_key)).toEqual(['a', 'b'])
  expect([page.count, page.hasNext]).toEqual([3, true])
  const last = await (await page.nextPage())?.nextPage()
  expect([last?.items.length, last?.hasNext, await last?.nextPage()]).toEqual([1, false, null])
})

it('for await iterates over all pages, including empty ones, and stays at its own address', async () => {
  const service = await listenAsService(serve)
  const keys: string[] = []
  for await (const file of clientOf(service).files.list({ limit: 2 })) keys.push(file.wav_key)
  expect(keys).toEqual(['a', 'b', 'c'])
  expect(service.to(`${prefix}/files`).map(({ path }) => path.split('?')[1])).toEqual([
    'limit=2',
    'limit=2&offset=2',
    'limit=2&offset=4',
  ])
})

it('a failed list rejects where it is awaited', async () => {
  const service = await listenAsService(() => ({ status: 403, body: { error: 'No.' } }))
  const inlet = clientOf(service)
  await expect(inlet.files.list()).rejects.toMatchObject({ status: 403 })
  await expect(inlet.files.list().withResponse()).rejects.toMatchObject({ status: 403 })
})

it('sends filters with every page of a list', async () => {
  const service = await listenAsService(serve)
  const filter = {
    limit: 2,
    projectId: 7,
    status: ['error', 'completed'] as const,
    kind: ['audio'] as const,
    createdAfter: new Date(0),
    externalId: 'a b',
    sort: 'updated_at' as const,
  }
  for await (const _ of clientOf(service).files.list(filter));
  const queries = service
    .to(`${prefix}/files`)
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams))
  expect(queries).toHaveLength(3)
  for (const query of queries)
    expect(query).toMatchObject({
      project_id: '7',
      status: 'error,completed',
      kind: 'audio',
      created_after: '1970-01-01T00:00:00.000Z',
      external_id: 'a b',
      sort: 'updated_at',
    })
})

it('iterates by cursor, over empty pages too, until there is no next one', async () => {
  const replies: Record<string, object> = {
    start: { surveys: [{ upload_key: 'a' }], next_cursor: 'c1' },
    c1: { surveys: [], next_cursor: 'c2' },
    c2: { surveys: [{ upload_key: 'b' }], next_cursor: null },
  }
  const queryOf = (path: string) => Object.fromEntries(new URL(path, 'http://x').searchParams)
  const service = await listenAsService(({ path }) => ({
    body: replies[queryOf(path)['cursor'] ?? ''] ?? {},
  }))
  const keys: string[] = []
  for await (const survey of clientOf(service).surveys.iterate({ status: ['FAILED'], include: ['details'] }))
    keys.push(survey.upload_key)
  expect(keys).toEqual(['a', 'b'])
  expect(service.to(`${prefix}/surveys`).map(({ path }) => queryOf(path))).toEqual(
    ['start', 'c1', 'c2'].map((cursor) => ({ include: 'details', status: 'FAILED', cursor })),
  )
})
