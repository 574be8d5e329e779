/** Reads a survey the way screens do and compares it with the CSV itself. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import {
  addPart,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  type SurveyOwner,
  setStatus,
  soleAttempt,
} from '../../../test/harness/surveys.ts'
import { handleIndexNotes } from './index-notes.handler.ts'
import { optionId } from './response-id.ts'
import {
  countAnswers,
  getResponse,
  listColumns,
  listNotes,
  listOptions,
  listRespondents,
  listResponses,
  listResponsesOf,
  type Response,
  type ResponseCursor,
  type ResponseFilter,
  type SurveyColumn,
  scoreOptions,
} from './responses.public.ts'

interface Row {
  at: string
  email: string
  plan: string
  tools: string[]
  score: number
  order: string[]
  why: string
}

const plans = ['Free', 'Pro', 'Team']
const tools = ['Mail', 'Chat', 'Phone']
const reasons = ['It is quick.', 'The export is slow', '検索が速いので便利です', 'Exports never finish', '']
const rows: Row[] = Array.from({ length: 240 }, (_, i) => ({
  // Unordered times, some equal, some unknown.
  at: i % 17 === 0 ? '' : `2025-0${(i % 7) + 1}-1${i % 10} 0${i % 9}:00`,
  email: `p${i % 200}@example.org`,
  plan: i % 11 === 0 ? '' : (plans[(i * 7) % 3] ?? ''),
  tools: tools.filter((_, t) => ((i * 5) >> t) % 2 === 1),
  score: (i * 13) % 11,
  order: i % 4 === 0 ? [] : tools.toSorted((a, b) => ((i + a.length) % 3) - ((i + b.length) % 3)),
  why: reasons[(i * 3) % 5] ?? '',
}))
const header = 'When,E-mail,Plan,Tools,Likely,Order,Why'
const line = (row: Row) =>
  [row.at, row.email, row.plan, row.tools.join('; '), row.score, row.order.join(' > '), row.why].join(',')
const columnMapping = {
  When: 'Timestamp',
  'E-mail': 'Email',
  Plan: 'Single choice',
  Tools: 'Multi choice',
  Likely: 'NPS',
  Order: 'Ranking',
  Why: 'Open-ended',
} as const
const position = { plan: 2, tools: 3, score: 4, order: 5, why: 6 }
const partRows = 80

let app: TestApp
let owner: SurveyOwner
let surveyId: number
let columns: SurveyColumn[]
let optionIds: Map<string, number>
beforeAll(async () => {
  app = await startTestApp()
  owner = await makeSurveyOwner(app.deps)
  const parts = [0, 1, 2].map((p) =>
    [header, ...rows.slice(p * partRows, (p + 1) * partRows).map(line), ''].join('\n'),
  )
  surveyId = await makeSurvey(app.deps, { owner, parts, columnMapping, autoMap: false })
  expect((await importNow(app.deps, surveyId)).status).toBe('COMPLETED')
  await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
  columns = await listColumns(app.deps.db, surveyId)
  const options = await listOptions(app.deps.db, surveyId)
  optionIds = new Map(
    options.map((one) => [`${one.position} ${one.label}`, optionId(one.position, one.number)]),
  )
})
afterAll(() => app.close())

const option = (at: number, label: string) => optionIds.get(`${at} ${label}`) ?? -1
const idOf = (i: number) => (Math.floor(i / partRows) + 1) * 32_768 + (i % partRows)
const timeOf = (row: Row) =>
  row.at === '' ? Number.NEGATIVE_INFINITY : Date.parse(`${row.at.replace(' ', 'T')}:00Z`)

/** Filters with the equivalent predicate on a CSV row. */
const cases: [string, () => ResponseFilter, (row: Row) => boolean][] = [
  ['nothing', () => ({}), () => true],
  ['one option', () => ({ options: [option(position.plan, 'Pro')] }), ({ plan }) => plan === 'Pro'],
  [
    'alternatives of one question and an option of another',
    () => ({
      options: [option(position.plan, 'Pro'), option(position.plan, 'Team'), option(position.tools, 'Chat')],
    }),
    (row) => ['Pro', 'Team'].includes(row.plan) && row.tools.includes('Chat'),
  ],
  ['detractors', () => ({ options: scoreOptions(position.score, 0, 6) }), ({ score }) => score <= 6],
  ['an answered ranking', () => ({ answered: [position.order] }), ({ order }) => order.length > 0],
  [
    'a span of time',
    () => ({ answeredFrom: new Date('2025-02-01'), answeredBefore: new Date('2025-05-12') }),
    (row) => timeOf(row) >= Date.parse('2025-02-01') && timeOf(row) < Date.parse('2025-05-12'),
  ],
  ['words', () => ({ words: 'export' }), ({ why }) => /export/i.test(why)],
  ['words of a script without spaces', () => ({ words: '便利' }), ({ why }) => why.includes('便利')],
  [
    'all of them combined',
    () => ({
      options: [option(position.plan, 'Free'), ...scoreOptions(position.score, 3, 10)],
      answeredFrom: new Date('2025-01-01'),
      words: 'slow export',
    }),
    (row) => row.plan === 'Free' && row.score >= 3 && row.at !== '' && row.why === 'The export is slow',
  ],
  ['words that occur in no note', () => ({ words: 'zebra' }), () => false],
]

describe.each(cases)('filtered by %s', (_, filter, fits) => {
  it('counts the answers of every question', async () => {
    const counts = await countAnswers(app.deps.db, {
      surveyId,
      columns,
      questions: columns,
      filter: filter(),
    })
    const fitting = rows.filter(fits)
    expect([counts.total, counts.matching]).toEqual([rows.length, fitting.length])
    const why = counts.questions.find((question) => question.position === position.why)
    expect(why?.answered).toBe(fitting.filter((row) => row.why !== '').length)
    const order = counts.questions.find((question) => question.position === position.order)
    for (const label of tools) {
      const places = fitting.flatMap((row) =>
        row.order.includes(label) ? [row.order.indexOf(label) + 1] : [],
      )
      const counted = order?.options.find(({ id }) => id === option(position.order, label))
      expect(counted?.count).toBe(places.length)
      expect(counted?.firstCount).toBe(places.filter((place) => place === 1).length)
      const mean = places.reduce((sum, place) => sum + place, 0) / places.length
      if (places.length > 0) expect(counted?.meanPlace).toBeCloseTo(mean)
    }
  })

  it('lists the responses, newest first, page by page, each once', async () => {
    const listed: Response[] = []
    let after: ResponseCursor | null = null
    do {
      const page = await listResponses(app.deps.db, {
        surveyId,
        columns,
        filter: filter(),
        limit: 7,
        ...(after && { after }),
      })
      listed.push(...page.responses)
      after = page.next
    } while (after)
    const expected = rows
      .map((row, i) => ({ row, id: idOf(i) }))
      .filter(({ row }) => fits(row))
      .sort((a, b) => timeOf(b.row) - timeOf(a.row) || b.id - a.id || 0)
    // Minus infinity minus itself is NaN, so unknown times are compared explicitly.
    const known = expected.filter(({ row }) => row.at !== '').map(({ id }) => id)
    const unknown = expected.filter(({ row }) => row.at === '').map(({ id }) => id)
    expect(listed.map(({ id }) => id)).toEqual([...known, ...unknown.sort((a, b) => b - a)])
  })
})

describe('charts under a filter', () => {
  it('show all options of a filtered question with both counts', async () => {
    const filter = { options: [option(position.plan, 'Pro'), option(position.tools, 'Chat')] }
    const { questions } = await countAnswers(app.deps.db, { surveyId, columns, questions: columns, filter })
    const plan = questions.find((question) => question.position === position.plan)
    const chatting = rows.filter((row) => row.tools.includes('Chat'))
    for (const label of plans) {
      expect(plan?.options.find(({ id }) => id === option(position.plan, label))).toMatchObject({
        count: chatting.filter((row) => row.plan === label).length,
        countOfAll: rows.filter((row) => row.plan === label).length,
      })
    }
    expect(plan?.base).toBe(chatting.length)
  })

  it('include the NPS', async () => {
    const question = columns.filter((column) => column.position === position.score)
    const { questions } = await countAnswers(app.deps.db, { surveyId, columns, questions: question })
    const count = (from: number, to: number) =>
      rows.filter(({ score }) => score >= from && score <= to).length
    const nps = { promoters: count(9, 10), passives: count(7, 8), detractors: count(0, 6) }
    expect(questions[0]?.nps).toEqual({
      ...nps,
      score: expect.closeTo(((nps.promoters - nps.detractors) / rows.length) * 100),
    })
  })
})

describe('a response', () => {
  it('has all answers, its position in the file and its person', async () => {
    const i = 201
    const row = rows[i]
    const response = await getResponse(app.deps.db, { surveyId, columns }, idOf(i))
    expect(response).toEqual({
      id: idOf(i),
      partNumber: 3,
      row: 42,
      respondent: { id: idOf(1), name: null, email: 'p1@example.org' },
      answeredAt: row?.at === '' ? null : new Date(timeOf(row ?? ({} as Row))),
      answeredText: null,
      optionIds: [
        ...(row?.plan ? [option(position.plan, row.plan)] : []),
        ...(row?.tools ?? []).map((tool) => option(position.tools, tool)),
        ...scoreOptions(position.score, row?.score ?? 0, row?.score ?? 0),
      ],
      ranks: (row?.order ?? []).map((tool, at) => ({
        optionId: option(position.order, tool),
        place: at + 1,
      })),
      notes: row?.why ? [{ position: position.why, text: row.why, isCut: false }] : [],
    })
    expect(await getResponse(app.deps.db, { surveyId, columns }, 5)).toBeUndefined()
  })

  it('is listed with the other responses of the same person', async () => {
    const responses = await listResponsesOf(app.deps.db, { surveyId, columns }, idOf(1))
    expect(new Set(responses.map(({ id }) => id))).toEqual(new Set([idOf(1), idOf(201)]))
  })
})

describe('notes', () => {
  it('are listed with the matching words', async () => {
    const filter = { words: 'export' }
    const { notes } = await listNotes(app.deps.db, {
      surveyId,
      columns,
      position: position.why,
      filter,
      limit: 500,
    })
    expect(notes).toHaveLength(rows.filter(({ why }) => /export/i.test(why)).length)
    for (const { text, highlights } of notes)
      expect(highlights.map(({ start, end }) => text.slice(start, end))).toEqual([
        expect.stringMatching(/^exports?$/i),
      ])
  })

  it('of appended parts are found, and none is indexed twice', async () => {
    await addPart(
      app.deps,
      surveyId,
      4,
      `${header}\n2026-01-01 00:00,new@example.org,,,,,A zebra walked in\n`,
    )
    await setStatus(app.deps, surveyId, 'VALIDATING')
    expect((await importNow(app.deps, surveyId)).status).toBe('COMPLETED')
    await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
    const { notes } = await listNotes(app.deps.db, {
      surveyId,
      columns,
      position: position.why,
      filter: { words: 'zeb' },
      limit: 5,
    })
    expect(notes.map(({ text, responseId }) => [text, responseId])).toEqual([
      ['A zebra walked in', 4 * 32_768],
    ])
    const { rows: counts } = await sql<{ entries: number; notes: number }>`
      select (select count(*) from search_entry where source_id = ${surveyId}) as entries,
        (select count(*) from note where survey_id = ${surveyId}) as notes`.execute(app.deps.db)
    expect(counts[0]?.entries).toBe(counts[0]?.notes)
  })
})

describe('respondents', () => {
  it('are listed page by page', async () => {
    const first = await listRespondents(app.deps.db, surveyId, { limit: 150 })
    const rest = await listRespondents(app.deps.db, surveyId, { limit: 150, after: first.at(-1)?.id ?? 0 })
    const emails = [...first, ...rest].map(({ email }) => email)
    expect(emails).toHaveLength(201)
    expect(new Set(emails).size).toBe(201)
  })
})
