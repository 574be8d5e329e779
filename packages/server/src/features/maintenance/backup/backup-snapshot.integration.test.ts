/** What a backup holds in the database while it copies objects, which may take hours. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { beginImport, completeImport, makeProject, uploadTo } from '../../../../test/harness/imports.ts'
import { makeCaller } from '../../../../test/harness/people.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { emptyTrash } from '../../uploads/uploads.public.ts'
import { backUp } from './back-up.ts'

let app: TestApp
let dir: string
beforeAll(async () => {
  app = await startTestApp()
  dir = await mkdtemp(join(tmpdir(), 'inlet-snapshot-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true })
  await app.close()
})

async function countOpenTransactions(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(app.deps.db)
  return rows[0]?.n
}

it('holds no transaction while it copies objects, and objects are not deleted meanwhile', async () => {
  const { token } = await makeCaller(app)
  const projectId = await makeProject(app.url, token)
  for (let i = 0; i < 3; i += 1) {
    const one = await beginImport(app.url, token, projectId, 'files', `kept-${i}.txt`)
    await uploadTo(one, `text ${i}`)
    expect(await completeImport(app.url, token, one)).toBe(200)
  }
  const { db, secrets, store } = app.deps
  const seen: { transactions: number | undefined; isHeld: boolean }[] = []
  const watched: ObjectStore = {
    ...store,
    async open(key) {
      const { isHeld } = await emptyTrash({ db, store })
      seen.push({ transactions: await countOpenTransactions(), isHeld })
      return store.open(key)
    },
  }
  const head = await backUp({
    db,
    databaseUrl: app.databaseUrl,
    store: watched,
    secrets,
    dir: join(dir, 'backup'),
  })
  expect(head).toMatchObject({ objects: 3, acknowledged: 3 })
  expect(seen).toEqual(seen.map(() => ({ transactions: 0, isHeld: true })))
  expect(seen.length).toBeGreaterThanOrEqual(3)
  expect((await emptyTrash({ db, store })).isHeld).toBe(false)
})
