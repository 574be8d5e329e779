/** Corrections of protected recordings: what is redacted stays redacted. */
import type { TranscriptChange, TranscriptSegment } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertProtectedFile } from '../../../test/harness/protected-files.ts'
import { makeReaders, type Readers } from '../../../test/harness/reading.ts'

let app: TestApp
let people: Readers
let place: { projectId: number; by: Readers['ada']['user'] }

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  place = { projectId: people.open, by: people.ada.user }
})
afterAll(() => app.close())

const path = (rest: string, of: string) => `/recordings/file/${of}${rest}`
const edit = (body: object, of: string) => people.finn.visitor.call('PATCH', path('/transcript', of), body)
const post = (rest: string, body: object, of: string) => people.finn.visitor.post(path(rest, of), body)
const jsonOf = async <T>(answer: Promise<Response>) => {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
const problemOf = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { code: string }).code]
}
const texts = async (of: string) =>
  (await people.vera.visitor.read<{ segments: TranscriptSegment[] }>(path('/transcript', of))).segments.map(
    ({ text }) => text,
  )
const history = async (of: string) =>
  (await people.finn.visitor.read<{ changes: TranscriptChange[] }>(path('/transcript/changes', of))).changes

describe('a protected recording', () => {
  let secret: string
  const spoken = [{ startMs: 0, text: 'I am [name] from Rome' }]
  beforeEach(async () => {
    secret = await insertProtectedFile(app, place, 'protected', spoken)
  })

  it('keeps its redacted words, whatever changes the text', async () => {
    const write = (text: string, version = 0) => edit({ lines: [{ number: 0, version, text }] }, secret)
    expect(await problemOf(write('I am Maria from Rome'))).toEqual([400, 'redaction_required'])
    expect(await problemOf(write(''))).toEqual([400, 'redaction_required'])
    await jsonOf(post('/transcript/replace', { find: 'name', replacement: 'Maria' }, secret))
    await jsonOf(post('/transcript/replace', { find: '[name]', replacement: 'Maria' }, secret))
    expect(await texts(secret)).toEqual(['I am [name] from Rome'])
    await jsonOf(write('I am [name], from Rome.'))
    expect(await texts(secret)).toEqual(['I am [name], from Rome.'])
  })

  it('forgets what people redact', async () => {
    const rewrite = (find: string, replacement: string) =>
      jsonOf<{ version: number }>(post('/transcript/replace', { find, replacement }, secret))
    await rewrite('I am', 'I was')
    expect((await rewrite('Rome', '[location]')).version).toBe(2)
    expect(await texts(secret)).toEqual(['I was [name] from [location]'])
    expect(JSON.stringify(await history(secret))).not.toContain('Rome')
    expect(await problemOf(post('/transcript/revert', { version: 2 }, secret))).toEqual([
      409,
      'change_not_revertible',
    ])
    await jsonOf(post('/transcript/restore', { version: 0, seen_version: 2 }, secret))
    expect(await texts(secret)).toEqual(['I was [name] from [location]'])
    const { rows } = await sql`
      select from transcript_change_line where text like '%Rome%'
        and recording_id = (select recording_id from file where key = ${secret})`.execute(app.deps.db)
    expect(rows).toEqual([])
  })

  it('cannot be edited before it is protected', async () => {
    for (const phase of ['converted', 'transcribed', 'failed'] as const) {
      const hidden = await insertProtectedFile(app, place, phase, spoken)
      const answer = edit({ lines: [{ number: 0, version: 0, text: 'x' }] }, hidden)
      expect(await problemOf(answer), phase).toEqual([409, 'transcript_not_ready'])
      expect(await history(hidden), phase).toEqual([])
    }
  })
})
