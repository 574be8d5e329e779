/** An imported survey in a project that everyone of the team can open. */
import { sql } from 'kysely'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { TestApp } from './app.ts'
import { makeKey } from './people.ts'
import type { Readers } from './reading.ts'
import { importNow, makeSurvey } from './surveys.ts'

type Options = Omit<Parameters<typeof makeSurvey>[1], 'owner'>

/** Returns its upload key. */
export async function makeReadSurvey(app: TestApp, people: Readers, options: Options): Promise<string> {
  const { db } = app.deps
  const { user } = people.ada
  const { client_id } = await makeKey(app.deps, user, { kind: 'team' })
  const keys = await sql<{ id: number }>`select id from api_key where client_id = ${client_id}`.execute(db)
  const owner = {
    teamId: user.team_id,
    userId: user.id,
    keyId: onlyRow(keys.rows).id,
    projectId: people.open,
  }
  const id = await makeSurvey(app.deps, { owner, ...options })
  await importNow(app.deps, id)
  const made = await sql<{ key: string }>`select upload_key as key from survey where id = ${id}`.execute(db)
  return onlyRow(made.rows).key
}
