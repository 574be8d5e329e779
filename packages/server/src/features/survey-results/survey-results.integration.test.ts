/** Reads surveys over HTTP and compares the answers with the generated rows. */
import type {
  QuestionCard,
  SurveyMedia,
  SurveyNote,
  SurveyResponse,
  WorkspaceSurvey,
} from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeKey } from '../../../test/harness/people.ts'
import { expectClosed, makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { addMedia, importNow, makeSurvey, soleAttempt } from '../../../test/harness/surveys.ts'
import { unzip } from '../../../test/harness/zip.ts'
import { handleIndexNotes } from '../responses/index-notes.handler.ts'

const plans = ['Free', 'Pro', 'Team']
const reasons = ['It is quick.', 'The export is slow', '=cmd()', '']
const rows = Array.from({ length: 300 }, (_, i) => ({
  at: `2026-01-${String((i % 28) + 1).padStart(2, '0')}T10:00:00Z`,
  email: `p${i % 250}@example.org`,
  plan: plans[(i * 7) % 3] ?? '',
  score: (i * 13) % 11,
  why: reasons[i % 4] ?? '',
}))
type Row = (typeof rows)[number]
const header = 'When,E-mail,Plan,Likely,Why'
const csv = [header, ...rows.map((row) => [row.at, row.email, row.plan, row.score, row.why].join(','))].join(
  '\n',
)
const columnMapping = {
  When: 'Timestamp',
  'E-mail': 'Email',
  Plan: 'Single choice',
  Likely: 'NPS',
  Why: 'Open-ended',
} as const

let app: TestApp
let people: Readers
let key: string
let closedKey: string

async function makeAnswered(projectId: number): Promise<string> {
  const { user } = people.ada
  const { client_id } = await makeKey(app.deps, user, { kind: 'team' })
  const { rows: keys } = await sql<{
    id: number
  }>`select id from api_key where client_id = ${client_id}`.execute(app.deps.db)
  const owner = { teamId: user.team_id, userId: user.id, keyId: keys[0]?.id ?? 0, projectId }
  const id = await makeSurvey(app.deps, {
    owner,
    parts: [csv],
    columnMapping,
    mediaConfig: { link_by: 'email' },
  })
  await addMedia(app.deps, id, 'p1@example.org.mp4')
  await addMedia(app.deps, id, 'unknown@example.org.mp4')
  await importNow(app.deps, id)
  await handleIndexNotes(app.deps, { v: 1, surveyId: id }, soleAttempt())
  const { rows: made } = await sql<{
    key: string
  }>`select upload_key as key from survey where id = ${id}`.execute(app.deps.db)
  return made[0]?.key ?? ''
}

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  key = await makeAnswered(people.open)
  closedKey = await makeAnswered(people.closed)
}, 120_000)
afterAll(() => app.close())

const path = (rest = '', of = key) => `/surveys/${of}${rest}`
const read = <T>(rest: string) => people.finn.visitor.read<T>(path(rest))
const count = (fits: (row: Row) => boolean) => rows.filter(fits).length

interface Overview {
  total: number
  matching: number
  answered: { first: string; last_of_all: string }
  questions: QuestionCard[]
}
interface ResponsePage {
  responses: SurveyResponse[]
  matching: number
  total: number
}

describe('a survey', () => {
  it('reports its columns and progress', async () => {
    expect(await read<WorkspaceSurvey>('')).toMatchObject({
      status: 'ready',
      upload_status: 'COMPLETED',
      response_count: 300,
      respondent_count: 250,
      first_answered_at: '2026-01-01T10:00:00.000Z',
      last_answered_at: '2026-01-28T10:00:00.000Z',
      parts: [{ number: 1, status: 'PROCESSED', row_count: 300, can_retry: false }],
      media: { total: 2, linked: 1, failed: 1, waiting: 0 },
      is_indexed: true,
    })
  })

  it('counts its people when a part has no people count', async () => {
    await sql`update survey_part set respondent_count = null`.execute(app.deps.db)
    expect(await read<WorkspaceSurvey>('')).toMatchObject({ respondent_count: 250 })
  })

  it('is not found for people without access', async () => {
    const all = ['', '/overview', '/responses', '/responses/32768', '/respondents', '/respondents/32768']
    all.push('/cross-tabulation?rows=2&columns=3')
    for (const rest of [...all, '/columns/4/notes', '/media', '/responses.csv'])
      expect(await expectClosed(people, path(rest), path(rest, closedKey)), rest).toEqual([401, 404, 404])
    for (const rest of ['/media/1/retry', '/parts/1/retry']) {
      expect((await people.anonymous.post(path(rest))).status).toBe(401)
      expect((await people.stranger.visitor.post(path(rest))).status).toBe(404)
      expect((await people.finn.visitor.post(path(rest, closedKey))).status).toBe(404)
      const foreign = { origin: 'https://evil.example' }
      expect((await people.finn.visitor.call('POST', path(rest), {}, foreign)).status).toBe(403)
      expect((await people.vera.visitor.post(path(rest))).status).toBe(403)
    }
  })
})

describe('the overview', () => {
  it('counts all charts with and without a filter', async () => {
    const plan = (await read<Overview>('/overview')).questions.find(({ name }) => name === 'Plan')
    const pro = plan?.options.find(({ label }) => label === 'Pro')?.number ?? 0
    const overview = await read<Overview>(`/overview?f=2:${pro}&f=3:s9-10`)
    const isPromoter = (row: Row) => row.score >= 9
    expect(overview).toMatchObject({
      total: 300,
      matching: count((row) => row.plan === 'Pro' && isPromoter(row)),
      answered: { last_of_all: '2026-01-28T10:00:00.000Z' },
    })
    const [plans2, likely, why] = overview.questions
    // Its own filter does not hide the other options of a question.
    expect(plans2).toMatchObject({ base: count(isPromoter), answered_of_all: 300 })
    for (const { label, count: shown, count_of_all } of plans2?.options ?? []) {
      expect(shown, label).toBe(count((row) => row.plan === label && isPromoter(row)))
      expect(count_of_all).toBe(count((row) => row.plan === label))
    }
    expect(likely).toMatchObject({
      type: 'NPS',
      base: count((row) => row.plan === 'Pro'),
      nps: { promoters: count((row) => row.plan === 'Pro' && isPromoter(row)) },
      nps_of_all: { promoters: count(isPromoter), detractors: count((row) => row.score <= 6) },
    })
    expect(why).toMatchObject({ type: 'Open-ended', answered_of_all: count((row) => row.why !== '') })
  })

  it('rejects invalid filters', async () => {
    expect((await people.finn.visitor.get(path('/overview?f=oops'))).status).toBe(400)
  })
})

describe('responses', () => {
  it('can be read from any position in a stable order', async () => {
    const all: SurveyResponse[] = []
    for (let offset = 0; offset < 300; offset += 70)
      all.push(...(await read<ResponsePage>(`/responses?offset=${offset}&limit=70`)).responses)
    expect(new Set(all.map(({ id }) => id)).size).toBe(300)
    const times = all.map(({ answered_at }) => answered_at ?? '')
    expect(times).toEqual(times.toSorted().reverse())
    const page = await read<ResponsePage>('/responses?offset=295&limit=50&f=3:s9-10')
    expect(page).toMatchObject({ matching: count((row) => row.score >= 9), total: 300, responses: [] })
  })

  it('are sorted by time, a score or a choice, in both directions', async () => {
    const sorted = async (query: string) =>
      (await read<ResponsePage>(`/responses?limit=200&${query}`)).responses.map(
        ({ row }) => rows[row - 1] as Row,
      )
    const oldest = (await sorted('sort=time')).map(({ at }) => at)
    expect(oldest).toEqual(
      rows
        .map(({ at }) => at)
        .toSorted()
        .slice(0, 200),
    )
    const best = (await sorted('sort=-3')).map(({ score }) => score)
    expect(best).toEqual(
      rows
        .map(({ score }) => score)
        .toSorted((a, b) => b - a)
        .slice(0, 200),
    )
    const byPlan = [...(await sorted('sort=2')), ...(await sorted('sort=2&offset=200'))]
    expect(byPlan).toEqual(plans.flatMap((plan) => rows.filter((row) => row.plan === plan)))
    const team = (await sorted('sort=3&f=2:3')).map(({ plan, score }) => [plan, score])
    const expected = rows.filter(({ plan }) => plan === 'Team').map(({ score }) => score)
    expect(team).toEqual(expected.toSorted((a, b) => a - b).map((score) => ['Team', score]))
    // Texts are not sorted.
    expect(await sorted('sort=4')).toEqual(await sorted(''))
    expect((await people.finn.visitor.get(path('/responses?sort=name'))).status).toBe(400)
  })

  it('contain all answers of one response', async () => {
    const [first] = (await read<ResponsePage>('/responses?words=export&limit=1')).responses
    const one = await read<SurveyResponse & { participant_id: number | null }>(`/responses/${first?.id}`)
    const row = rows[(one.row ?? 0) - 1]
    expect(one.answers).toEqual([
      { position: 2, values: [row?.plan], is_cut: false },
      { position: 3, values: [String(row?.score)], is_cut: false },
      { position: 4, values: ['The export is slow'], is_cut: false },
    ])
    expect(one.participant_id).toBeGreaterThan(0)
    expect((await people.finn.visitor.get(path('/responses/999999'))).status).toBe(404)
  })

  it('are grouped by person across repeated responses', async () => {
    const { respondents } = await read<{ respondents: { id: number; email: string }[] }>(
      '/respondents?limit=2',
    )
    expect(respondents.map(({ email }) => email)).toEqual(['p0@example.org', 'p1@example.org'])
    const person = await read<{ responses: unknown[]; media: SurveyMedia[] }>(
      `/respondents/${respondents[1]?.id}`,
    )
    expect(person.responses).toHaveLength(2)
    expect(person.media).toMatchObject([{ filename: 'p1@example.org.mp4', status: 'LINKED' }])
  })

  it('are exported as CSV without active formulas', async () => {
    const answer = await people.finn.visitor.get(path('/responses.csv?f=3:s9-10'))
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const saved = bytes.toString().trim().split('\r\n')
    expect(saved).toHaveLength(1 + count((row) => row.score >= 9))
    expect(bytes.toString()).toContain(`,'=cmd()`)
    expect(bytes.toString()).not.toContain(',=cmd()')
  })
})

describe('responses as a workbook', () => {
  it('have the same rows, with scores as numbers and no formulas', async () => {
    const answer = await people.finn.visitor.get(path('/responses.xlsx?f=3:s9-10'))
    expect(answer.headers.get('content-type')).toContain('spreadsheetml.sheet')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment.*\.xlsx/)
    const files = await unzip(Buffer.from(await answer.arrayBuffer()))
    const sheet = String(files.get('xl/worksheets/sheet1.xml'))
    expect(sheet.match(/<row /g)).toHaveLength(1 + count((row) => row.score >= 9))
    expect(sheet).toContain('<t xml:space="preserve">=cmd()</t>')
    expect(sheet).not.toContain('<f>')
    expect(sheet.match(/<v>(?:9|10)<\/v>/g)?.length).toBeGreaterThanOrEqual(count((row) => row.score >= 9))
  })
})

describe('open answers and media', () => {
  it('are listed with match ranges', async () => {
    const { notes } = await read<{ notes: SurveyNote[] }>('/columns/4/notes?words=export&limit=100')
    expect(notes).toHaveLength(count((row) => row.why.includes('export')))
    expect(notes[0]).toMatchObject({ text: 'The export is slow', highlights: [{ start: 4, end: 10 }] })
    const seen = new Set<number>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { notes: SurveyNote[]; next_cursor: string | null } = await read(
        `/columns/4/notes?limit=60${cursor && `&cursor=${cursor}`}`,
      )
      for (const { response_id } of page.notes) seen.add(response_id)
      cursor = page.next_cursor
    }
    expect(seen.size).toBe(count((row) => row.why !== ''))
    expect((await people.finn.visitor.get(path('/columns/2/notes'))).status).toBe(404)
  })

  it('report why a file is not linked and accept a new upload', async () => {
    const { media } = await read<{ media: SurveyMedia[] }>('/media?status=FAILED')
    expect(media).toMatchObject([{ filename: 'unknown@example.org.mp4', can_retry: true }])
    expect(media[0]?.failure?.message).toBeTruthy()
    const answer = await people.finn.visitor.post(path(`/media/${media[0]?.id}/retry`))
    expect(await answer.json()).toMatchObject({
      filename: 'unknown@example.org.mp4',
      upload_url: expect.any(String),
    })
    expect((await people.finn.visitor.post(path('/media/999999/retry'))).status).toBe(404)
    expect((await people.finn.visitor.post(path('/parts/1/retry'))).status).toBe(400)
    expect((await people.finn.visitor.post(path('/parts/7/retry'))).status).toBe(404)
  })
})
