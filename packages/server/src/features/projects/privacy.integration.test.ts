import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { isOriginalHidden } from './privacy.policy.ts'
import { originalKey } from './privacy.repo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const cases = [null, true, false].flatMap((wasOn) => [true, false].map((isOnNow) => ({ wasOn, isOnNow })))

it.each(cases)(
  'the rule is the same in SQL for a snapshot of $wasOn in a project of $isOnNow',
  async (given) => {
    const snapshot = given.wasOn === null ? null : { is_on: given.wasOn }
    const { rows } = await sql<{ key: string | null }>`
    select ${originalKey('f')} as key
    from (select ${snapshot && JSON.stringify(snapshot)}::jsonb as privacy, 'accepted/a' as object_key) f,
      (select ${given.isOnNow}::boolean as auto_pii_enabled) p`.execute(app.deps.db)
    expect(rows).toEqual([{ key: isOriginalHidden(snapshot, given.isOnNow) ? null : 'accepted/a' }])
  },
)
