import { describe, expect, it } from 'vitest'
import { clientOf, listenAsService } from '../../test/loopback.ts'

const files = '/api/v1/developer/files/w'

it('reads transcripts as an object or as text', async () => {
  const service = await listenAsService(({ path }) =>
    path.includes('format=vtt')
      ? { headers: { 'content-type': 'text/vtt' }, body: 'WEBVTT\n' }
      : { body: { language: 'en-US', segments: [] } },
  )
  const inlet = clientOf(service)
  expect((await inlet.files.transcript('w', { words: true, partial: true })).language).toBe('en-US')
  expect(await inlet.files.transcript('w', { format: 'vtt' })).toBe('WEBVTT\n')
  expect(service.to(`${files}/transcript`).map(({ path }) => path.split('?')[1])).toEqual([
    'words=true&partial=true',
    'format=vtt',
  ])
})

it('reads texts and pages', async () => {
  const service = await listenAsService(({ path }) =>
    path.endsWith('/text')
      ? { headers: { 'content-type': 'text/plain' }, body: 'one\ftwo' }
      : { body: { pages: [], page_count: 2 } },
  )
  const inlet = clientOf(service)
  expect((await inlet.files.text('w')).split('\f')).toEqual(['one', 'two'])
  expect((await inlet.insights.pages('i', { from: 2, limit: 1 })).page_count).toBe(2)
  expect(service.asked.at(-1)?.path).toBe('/api/v1/developer/insights/i/pages?from=2&limit=1')
})

it('lists archived projects page by page', async () => {
  const service = await listenAsService(({ path }) =>
    path.includes('cursor=next')
      ? { body: { projects: [{ id: 1 }], next_cursor: null } }
      : { body: { projects: [{ id: 2 }], next_cursor: 'next' } },
  )
  const ids: number[] = []
  for await (const { id } of clientOf(service).projects.listManaged({ archived: true })) ids.push(id)
  expect(ids).toEqual([2, 1])
  expect(service.asked.at(-1)?.path).toBe('/api/v1/developer/projects?archived=true&cursor=next')
})

const responses = '/api/v1/developer/surveys/s/responses'
const response = (response_id: number) => ({ response_id, answers: [] })

describe('responses of a survey', () => {
  it('are iterated page by page', async () => {
    const service = await listenAsService(({ path }) =>
      path.includes('cursor=next')
        ? { body: { responses: [response(3)], next_cursor: null } }
        : { body: { responses: [response(1), response(2)], next_cursor: 'next' } },
    )
    const ids: number[] = []
    const filter = { f: ['4:2,7', '6:*'], words: 'slow', limit: 2 }
    for await (const { response_id } of clientOf(service).surveys.responses('s', filter))
      ids.push(response_id)
    expect(ids).toEqual([1, 2, 3])
    const [first] = service.to(responses)
    expect(new URL(first?.path ?? '', 'http://x').searchParams.getAll('f')).toEqual(filter.f)
  })

  const lines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  const streamOf = async (body: string) => {
    const service = await listenAsService(() => ({
      headers: { 'content-type': 'application/x-ndjson' },
      body,
    }))
    const ids: number[] = []
    for await (const { response_id } of clientOf(service).surveys.streamResponses('s')) ids.push(response_id)
    expect(service.to(responses)[0]?.headers['accept']).toBe('application/x-ndjson')
    return ids
  }

  it('are streamed until the last line', async () => {
    expect(await streamOf(lines(response(1), response(2), { end: true, count: 2 }))).toEqual([1, 2])
    expect(await streamOf(lines({ end: true, count: 0 }))).toEqual([])
  })

  it.each([
    ['without its last line', lines(response(1))],
    ['cut off inside a line', `${lines(response(1))}{"end":true`],
    ['with fewer responses than announced', lines(response(1), { end: true, count: 2 })],
  ])('fail as a stream %s', async (_, body) => {
    await expect(streamOf(body)).rejects.toMatchObject({ code: 'stream_interrupted' })
  })
})
