/** What API keys read of a transcript that people have corrected in the workspace. */
import type { Transcript } from '@inlet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { fetchToken, makeKey } from '../../../test/harness/people.ts'
import { insertRecordingFile, makeReaders, type Readers } from '../../../test/harness/reading.ts'

let app: TestApp
let people: Readers
let key: string
let token: string

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  const place = { projectId: people.open, by: people.ada.user }
  const lines = [
    { startMs: 0, text: 'Tell me', speaker: 'A' },
    { startMs: 4000, text: 'The expert took a day', speaker: 'B' },
  ]
  key = (await insertRecordingFile(app, place, lines)).key
  token = await fetchToken(app.url, await makeKey(app.deps, people.ada.user))
})
afterAll(() => app.close())

const read = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/v1/developer/files/${key}/transcript?${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

it('RDR-2 gives corrections and names in every format, with a new ETag', async () => {
  const formats = ['json', 'vtt', 'srt', 'txt']
  const tags = new Map<string, string>()
  for (const format of formats) tags.set(format, (await read(`format=${format}`)).headers.get('etag') ?? '')
  const text = 'The export took a whole day'
  const path = `/recordings/file/${key}`
  const body = { lines: [{ number: 1, version: 0, text }] }
  expect((await people.finn.visitor.call('PATCH', `${path}/transcript`, body)).status).toBe(200)
  const names = { lines: [{ first: 0, last: 1, name: 'Nia' }] }
  expect((await people.finn.visitor.post(`${path}/speakers`, names)).status).toBe(200)
  for (const format of formats) {
    const answer = await read(`format=${format}`, { 'if-none-match': tags.get(format) ?? '' })
    expect([format, answer.status]).toEqual([format, 200])
    const found = await answer.text()
    expect([found.includes(text), found.includes('Nia'), found.includes('expert')]).toEqual([
      true,
      true,
      false,
    ])
  }
  const { segments } = (await (await read('words=true')).json()) as Transcript
  expect(segments[1]).toMatchObject({ number: 1, text, confidence: null, speaker: 'B', speaker_name: 'Nia' })
  expect(segments[1]?.words?.map(({ text: word, start_ms }) => [word, start_ms])).toEqual([
    ['The', 4000],
    ['export', 4300],
    ['took', 4600],
    ['a', 4900],
    ['whole', 5150],
    ['day', 5200],
  ])
  expect(segments[1]?.words?.every(({ is_approximate }) => is_approximate)).toBe(true)
})
