/** Media files and further responses of a survey that is imported in the browser. */
import type { MediaDescriptor, PartDescriptor } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/app.ts'
import { makeProjectTeam, type Person } from '../../../test/harness/project-team.ts'
import { sendTo, setCompleted } from '../../../test/harness/survey-uploads.ts'
import { importNow } from '../../../test/harness/surveys.ts'

interface Begun {
  upload_key: string
  upload_urls: PartDescriptor[]
}

const app = await startTestApp()
const { ada, finn, vera, stranger, projects } = await makeProjectTeam(app)
const { db } = app.deps
afterAll(() => app.close())

const withMedia = { column_mapping: { Clip: 'MEDIA_RESPONSE', 'E-mail': 'Email' } }
const csv = (...names: string[]) =>
  ['Clip,E-mail', ...names.map((name) => `${name}.wav,${name}@example.org`), ''].join('\n')

const post = async <Body>({ visitor }: Person, path: string, body: object = {}) => {
  const answer = await visitor.post(path, body)
  return { status: answer.status, body: (await answer.json()) as Body }
}
async function begin(settings: object = {}): Promise<Begun> {
  const survey = {
    project_id: projects.everyone,
    name: 'Voices',
    file_type: 'CSV',
    num_parts: 1,
    ...settings,
  }
  const { status, body } = await post<Begun>(ada, '/surveys', survey)
  expect(status).toBe(201)
  return body
}
const append = (person: Person, key: string, numParts = 1) =>
  post<Begun & { code?: string }>(person, `/surveys/${key}/append`, { num_parts: numParts })
const register = (person: Person, key: string, files: readonly string[]) =>
  post<{ media_files: MediaDescriptor[]; code?: string }>(person, `/surveys/${key}/media/register`, { files })

async function sendAndImport(key: string, parts: readonly PartDescriptor[], content: string): Promise<void> {
  for (const part of parts) expect(await sendTo(part, content)).toBeLessThan(300)
  expect((await post(ada, `/surveys/${key}/complete`)).status).toBe(202)
  const { rows } = await sql<{ id: number }>`select id from survey where upload_key = ${key}`.execute(db)
  expect((await importNow(app.deps, rows[0]?.id ?? 0)).status).toBe('COMPLETED')
}
const countResponses = async (key: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from response r join survey s on s.id = r.survey_id
    where s.upload_key = ${key}`.execute(db)
  return rows[0]?.count ?? 0
}
async function sendMedia(descriptors: readonly MediaDescriptor[]): Promise<void> {
  for (const media of descriptors) expect(await sendTo(media, 'sound')).toBeLessThan(300)
}

describe('a survey of the workspace', () => {
  it('gets media files and further responses by another editor', async () => {
    const { upload_key: key, upload_urls } = await begin(withMedia)
    const first = await register(ada, key, ['ann.wav', 'ben.wav'])
    expect(first.status).toBe(201)
    expect(first.body.media_files.map(({ filename }) => filename)).toEqual(['ann.wav', 'ben.wav'])
    await sendMedia(first.body.media_files)
    await sendAndImport(key, upload_urls, csv('ann', 'ben'))
    expect(await countResponses(key)).toBe(2)

    const further = await append(finn, key)
    expect(further.status).toBe(201)
    expect(Object.keys(further.body).sort()).toEqual(['upload_key', 'upload_urls'])
    expect(further.body.upload_urls.map(({ part_number }) => part_number)).toEqual([2])
    const more = await register(finn, key, ['ann.wav', 'cem.wav'])
    expect(more.body.media_files.map(({ filename }) => filename)).toEqual(['cem.wav'])
    await sendMedia(more.body.media_files)
    await sendAndImport(key, further.body.upload_urls, csv('cem'))
    expect(await countResponses(key)).toBe(3)
  })

  it('is not appended to while it is imported, nor by two calls at once', async () => {
    const { upload_key: key } = await begin()
    expect(await append(ada, key)).toMatchObject({ status: 400, body: { code: 'survey_not_completed' } })
    await setCompleted(db, key)
    const both = await Promise.all([append(ada, key), append(finn, key)])
    const refused = both.find(({ status }) => status !== 201)
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(refused).toMatchObject({ status: 409, body: { code: 'append_conflict' } })
  })

  it('takes media files only with usable names and a column for them', async () => {
    const plain = await begin({ column_mapping: { 'E-mail': 'Email' } })
    const unexpected = await register(ada, plain.upload_key, ['ann.wav'])
    expect(unexpected).toMatchObject({ status: 400, body: { code: 'media_not_expected' } })
    const { upload_key: key } = await begin(withMedia)
    for (const files of [['ann.wav', 'ann.wav'], ['a\u0000.wav'], ['']])
      expect(await register(ada, key, files)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      })
    const { rows } = await sql`
      select from survey_media m join survey s on s.id = m.survey_id where s.upload_key = ${key}`.execute(db)
    expect(rows).toHaveLength(0)
  })

  it('is not changed by viewers and other teams', async () => {
    const { upload_key: key } = await begin(withMedia)
    await setCompleted(db, key)
    for (const change of [
      (person: Person) => append(person, key),
      (person: Person) => register(person, key, ['ann.wav']),
    ]) {
      expect((await change(vera)).status).toBe(403)
      expect((await change(stranger)).status).toBe(404)
    }
  })
})
