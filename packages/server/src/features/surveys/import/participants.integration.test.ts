/** Participants added by surveys. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { importNow, makeSurvey, makeSurveyOwner, type SurveyOwner } from '../../../../test/harness/surveys.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const columnMapping = { Name: 'Name', 'E-mail': 'Email' } as const

const make = (owner: SurveyOwner, lines: readonly string[], addToResearchPanel = true) =>
  makeSurvey(app.deps, {
    owner,
    parts: [['Name,E-mail', ...lines, ''].join('\n')],
    columnMapping,
    autoMap: false,
    addToResearchPanel,
  })

async function panelOf({ teamId }: SurveyOwner) {
  const { rows } = await sql<{ email: string; name: string | null; surveys: number }>`
    select email, name, (select count(*) from participant_respondent where participant_id = p.id) as surveys
    from participant p where team_id = ${teamId} order by email`.execute(app.deps.db)
  return rows
}

describe('participants', () => {
  it('exist once per address, with the first known name', async () => {
    const owner = await makeSurveyOwner(app.deps)
    for (const lines of [
      ['Anna,anna@example.org', ',ben@example.org', 'Ann,ANNA@example.org'],
      ['Anna M.,anna@example.org', 'Ben,ben@example.org', 'Nobody,'],
    ])
      expect((await importNow(app.deps, await make(owner, lines))).status).toBe('COMPLETED')
    expect((await importNow(app.deps, await make(owner, ['Cy,cy@example.org'], false))).status).toBe(
      'COMPLETED',
    )
    expect(await panelOf(owner)).toEqual([
      { email: 'anna@example.org', name: 'Anna', surveys: 2 },
      { email: 'ben@example.org', name: 'Ben', surveys: 2 },
    ])
  })

  it('are added by concurrent surveys without conflicts', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const people = Array.from({ length: 3_000 }, (_, i) => `P ${i},p${i}@example.org`)
    const surveys = await Promise.all(
      [0, 1, 2, 3].map((turn) => make(owner, turn % 2 ? people.toReversed() : people)),
    )
    const outcomes = await Promise.all(surveys.map((id) => importNow(app.deps, id)))
    expect(outcomes.map(({ status }) => status)).toEqual(surveys.map(() => 'COMPLETED'))
    const panel = await panelOf(owner)
    expect(panel).toHaveLength(people.length)
    expect(new Set(panel.map(({ surveys: count }) => count))).toEqual(new Set([4]))
  })
})
