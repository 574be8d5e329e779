import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { importNow, makeSurvey, makeSurveyOwner } from '../../../test/harness/surveys.ts'
import { createResponseOrders } from './response-orders.ts'

const rowCount = 500
const csv = `When\n${Array(rowCount).fill('2026-01-01T10:00:00Z').join('\n')}`

let app: TestApp
let survey: { surveyId: number; columns: []; row: { status: string; completed_at: Date | null } }
beforeAll(async () => {
  app = await startTestApp()
  const owner = await makeSurveyOwner(app.deps)
  const surveyId = await makeSurvey(app.deps, { owner, parts: [csv], columnMapping: { When: 'Timestamp' } })
  await importNow(app.deps, surveyId)
  survey = { surveyId, columns: [], row: { status: 'COMPLETED', completed_at: new Date() } }
}, 120_000)
afterAll(() => app.close())

/** Matches everything, but has its own cache entry. */
const before = (year: number) => ({ answeredBefore: new Date(Date.UTC(year, 0)) })

describe('cached response orders', () => {
  it('evict the least recently used order when the size limit is reached, and keep the others', async () => {
    const room = 2.5 * rowCount * Int32Array.BYTES_PER_ELEMENT
    const orders = createResponseOrders(app.deps.db, room)
    const filters = [{}, before(2100), before(2101)] as const
    const first = await orders.of(survey, filters[0])
    const second = await orders.of(survey, filters[1])
    expect(first).toHaveLength(rowCount)
    expect(await orders.of(survey, filters[0])).toBe(first)
    await orders.of(survey, filters[2])
    expect(await orders.of(survey, filters[0])).toBe(first)
    expect(await orders.of(survey, filters[1])).not.toBe(second)
  })

  it('are computed once for concurrent requests', async () => {
    const orders = createResponseOrders(app.deps.db)
    const [one, other] = await Promise.all([orders.of(survey, {}), orders.of(survey, {})])
    expect(one).toBe(other)
  })

  it('are computed again after a column was retyped and the survey completed again', async () => {
    const orders = createResponseOrders(app.deps.db)
    const first = await orders.of(survey, {})
    const later = { ...survey, row: { status: 'COMPLETED', completed_at: new Date(Date.now() + 1_000) } }
    expect(await orders.of(later, {})).not.toBe(first)
    expect(await orders.of(survey, {})).toBe(first)
  })

  it('answer without being cached when one alone exceeds the limit', async () => {
    const orders = createResponseOrders(app.deps.db, rowCount)
    const first = await orders.of(survey, {})
    expect(first).toHaveLength(rowCount)
    expect(await orders.of(survey, {})).not.toBe(first)
    expect(await orders.of(survey, {})).toEqual(first)
  })
})
