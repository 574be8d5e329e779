/** A survey with two parts, people, choices, scores and open answers, of which one looks like a formula. */
import { sql } from 'kysely'
import { handleIndexNotes } from '../../src/features/responses/index-notes.handler.ts'
import type { User } from '../../src/features/team/team.repo.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { TestApp } from './app.ts'
import { importNow, makeSurvey, soleAttempt } from './surveys.ts'

const head = 'Name,Email,Choice,Score,Why'
const rowOf = (i: number) =>
  `Person ${i},p${i}@example.org,${i % 2 ? 'Red' : 'Blue'},${i % 11},${i === 3 ? '=1+1' : `because ${i} 👍🏽`}`

export const surveyCsv = (from: number, to: number): string =>
  [head, ...Array.from({ length: to - from }, (_, i) => rowOf(from + i))].join('\n')

const columnMapping = {
  Name: 'Name',
  Email: 'Email',
  Choice: 'Single choice',
  Score: 'NPS',
  Why: 'Open-ended',
} as const

/** Returns its upload_key. */
export async function addSurvey(
  { deps }: TestApp,
  { user, keyId, projectId }: { user: User; keyId: number; projectId: number },
): Promise<string> {
  const owner = { teamId: user.team_id, userId: user.id, keyId, projectId }
  const parts = [surveyCsv(0, 700), surveyCsv(700, 1300)]
  const surveyId = await makeSurvey(deps, { owner, parts, columnMapping, autoMap: false })
  await importNow(deps, surveyId)
  await handleIndexNotes(deps, { v: 1, surveyId }, soleAttempt())
  // Nobody is erased while a job may still write.
  await sql`delete from job.job where name = 'index-notes'`.execute(deps.db)
  const { rows } = await sql<{ key: string }>`
    select upload_key::text as key from survey where id = ${surveyId}`.execute(deps.db)
  return onlyRow(rows).key
}
