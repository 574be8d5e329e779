import { expect, it } from 'vitest'
import { items, post } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { makeReader, read } from '../harness/results.ts'
import { makeMp4 } from '../harness/samples.ts'
import { mediaOf, partsOf, type Survey, surveysOf, uploadParts } from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const column_mapping = {
  Name: 'Name',
  Email: 'Email',
  Colour: 'Single choice',
  Score: 'NPS',
  Why: 'Open-ended',
}
const csv = (from: number, to: number) =>
  [
    'Name,Email,Colour,Score,Why',
    ...Array.from({ length: to - from }, (_, i) => {
      const n = from + i
      return `Person ${n},person${n}@example.org,${n % 2 ? 'Red' : 'Blue'},${n % 11},I chose number ${n}`
    }),
  ].join('\n')

describeOurs('results of surveys', async () => {
  const { token, team, email } = await makeReader()
  const withPeople = await makeReader({ team, email, more: 'participant:read' })
  const surveys = surveysOf(token, await makeProject(token))
  const survey: Survey = await surveys.importParts([csv(0, 120), csv(120, 150)], { column_mapping })
  const path = `surveys/${survey.key}`
  const lines = { accept: 'application/x-ndjson' }

  async function readPages(query = ''): Promise<Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await read(token, `${path}/responses?${query}${cursor && `&cursor=${cursor}`}`)
      expect(page.status).toBe(200)
      all.push(...items(page, 'responses'))
      cursor = page.body['next_cursor'] as string | null
    }
    return all
  }

  it('RDR-1 the record of a survey links to its results', async () => {
    const { body } = await read(token, path)
    expect(body).toMatchObject({
      upload_key: survey.key,
      response_count: 150,
      num_parts: 2,
      status: 'COMPLETED',
    })
    for (const link of Object.values(body['links'] as Record<string, string>)) {
      const answer = await read(withPeople.token, link.replace('/api/v1/developer/', ''))
      expect([link, answer.status]).toEqual([link, 200])
    }
  })

  it('RDR-4 columns have the options of choice columns with counts', async () => {
    const columns = items(await read(token, `${path}/columns`), 'columns')
    expect(columns.map(({ header, type }) => [header, type])).toEqual(Object.entries(column_mapping))
    expect(columns[2]).toMatchObject({
      position: 2,
      decided_by: 'mapping',
      options: [
        { number: 1, label: 'Blue', count: 75 },
        { number: 2, label: 'Red', count: 75 },
      ],
    })
    expect(columns[4]?.['options']).toBeNull()
  })

  it('RDR-5 pages hold every response once, in the order of parts and rows', async () => {
    const all = await readPages('limit=40')
    expect(all.map((one) => [one['part_number'], one['row']])).toEqual([
      ...Array.from({ length: 120 }, (_, i) => [1, i + 1]),
      ...Array.from({ length: 30 }, (_, i) => [2, i + 1]),
    ])
    expect(all[3]).toEqual({
      response_id: expect.any(Number),
      part_number: 1,
      row: 4,
      answered_at: null,
      respondent_id: expect.any(Number),
      is_erased: false,
      answers: [
        { position: 2, values: ['Red'] },
        { position: 3, values: ['3'] },
        { position: 4, values: ['I chose number 3'] },
      ],
    })
    expect(await readPages('f=2:2&f=3:s9-10')).toHaveLength(13)
    for (const query of ['cursor=x', 'cursor=WzFd']) {
      const answer = await read(token, `${path}/responses?${query}`)
      expect([query, answer.status, answer.body['code']]).toEqual([query, 400, 'invalid_cursor'])
    }
    expect((await read(token, `${path}/responses?f=2:red`)).status).toBe(400)
  })

  it('RDR-6 RDR-13 a stream has one response per line, and says how many there were', async () => {
    const answer = await read(token, `${path}/responses`, lines)
    expect(answer.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    const values = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(values.pop()).toEqual({ end: true, count: 150 })
    expect(values).toEqual(await readPages('limit=100'))
    const etag = answer.headers.get('etag') ?? ''
    expect((await read(token, `${path}/responses`, { ...lines, 'if-none-match': etag })).status).toBe(304)
    const some = await read(token, `${path}/responses?f=2:1`, lines)
    expect(some.text.trimEnd().split('\n').at(-1)).toBe('{"end":true,"count":75}')
  })

  it('RDR-7 results count every question with a filter and without', async () => {
    const { body } = await read(token, `${path}/results?f=2:1`)
    expect(body).toMatchObject({ total: 150, matching: 75 })
    const questions = body['questions'] as Record<string, unknown>[]
    expect(questions.map(({ type }) => type)).toEqual(['Single choice', 'NPS', 'Open-ended'])
    expect(questions[1]).toMatchObject({
      answered: 75,
      answered_of_all: 150,
      nps: { score: expect.any(Number) },
    })
  })

  it('RDR-8 names and addresses need participant:read', async () => {
    for (const part of ['', '/columns', '/responses', '/results', '/media'])
      for (const headers of [{}, lines])
        expect((await read(token, `${path}${part}`, headers)).text).not.toMatch(/Person \d|@example\.org/)
    for (const closed of [`${path}/respondents`, 'participants', 'participants/1']) {
      const answer = await read(token, closed)
      expect([closed, answer.status, answer.body['required_scope']]).toEqual([
        closed,
        403,
        'participant:read',
      ])
    }
    const respondents = items(await read(withPeople.token, `${path}/respondents?limit=2`), 'respondents')
    expect(respondents).toEqual([
      { respondent_id: expect.any(Number), name: 'Person 0', email: 'person0@example.org' },
      { respondent_id: expect.any(Number), name: 'Person 1', email: 'person1@example.org' },
    ])
    const [response] = items(await read(withPeople.token, `${path}/responses?limit=1`), 'responses')
    expect(response?.['respondent']).toEqual({ name: 'Person 0', email: 'person0@example.org' })
    const people = items(await read(withPeople.token, 'participants?q=person7&limit=100'), 'participants')
    const found = people.filter(({ email: address }) => address === 'person7@example.org')
    expect(found).toMatchObject([{ name: 'Person 7' }])
    const person = `participants/${Number(found[0]?.['participant_id'])}`
    const one = await read(withPeople.token, person)
    expect(one.body['responses']).toMatchObject([{ upload_key: survey.key }])
    const stranger = await makeReader({ more: 'participant:read' })
    expect((await read(stranger.token, person)).status).toBe(404)
  })

  it('RDR-12 a survey that is not imported yet has no results, and an appended one keeps them', async () => {
    const begun = await surveys.begin({ column_mapping })
    for (const part of ['columns', 'responses', 'results', 'media']) {
      const answer = await read(token, `surveys/${begun.key}/${part}`)
      expect([part, answer.status, answer.body['code']]).toEqual([part, 409, 'not_ready'])
    }
    const one = await surveys.importParts([csv(0, 3)], { column_mapping })
    const [part] = partsOf(await surveys.append(one.key))
    expect((await read(token, `surveys/${one.key}/responses`)).status).toBe(200)
    if (part) await upload(part, csv(3, 5))
    await surveys.complete(one.key)
    await surveys.ended(one.key)
    expect(items(await read(token, `surveys/${one.key}/responses`), 'responses')).toHaveLength(5)
  })

  it('RDR-2 RDR-7 RDR-9 media files have what they are linked to, a transcript and URLs', async () => {
    const withMedia = await surveys.begin({ column_mapping, media_config: { link_by: 'email' } })
    await uploadParts(withMedia, [csv(0, 2)])
    const [media] = mediaOf(await surveys.register(withMedia.key, ['person1@example.org.mp4']))
    if (media) await upload(media, makeMp4())
    await surveys.complete(withMedia.key)
    await surveys.ended(withMedia.key)
    const list = () =>
      read(token, `surveys/${withMedia.key}/media`).then((answer) => items(answer, 'media')[0])
    await expect.poll(async () => (await list())?.['recording_status'], { timeout: 90_000 }).toBe('completed')
    const record = await list()
    expect(record).toMatchObject({
      status: 'LINKED',
      upload_key: withMedia.key,
      respondent_id: expect.any(Number),
    })
    const key = String(record?.['media_key'])
    expect((await read(token, `media/${key}`)).body).toEqual(record)
    expect((await read(token, `media/${key}/transcript?format=vtt`)).text).toMatch(/^WEBVTT/)
    expect(Object.keys((await read(token, `media/${key}/urls`)).body)).toContain('rendition')
    expect((await read(token, `media/${nowhere}`)).status).toBe(404)
  })

  it('RDR-14 a stream is compressed on request', async () => {
    const answer = await read(token, `${path}/responses`, { ...lines, 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.text).toContain('"count":150')
  })

  it('GEN-5 the results cannot be changed', async () => {
    expect((await post(`/api/v1/developer/${path}/responses`, { token })).status).toBe(405)
  })
})
