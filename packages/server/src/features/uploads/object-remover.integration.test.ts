import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/app.ts'
import { createObjectRemover } from './object-remover.ts'

const app = await startTestApp()
afterAll(() => app.close())

const { db, store, database } = app.deps
const addDue = (key: string) =>
  sql`insert into object_trash (object_key, due_at) values (${key}, now() - interval '1 hour')`.execute(db)

it('removes what is due, also what became due while it ran', async () => {
  const remover = createObjectRemover({ db, store })
  for (const key of ['accepted/first', 'accepted/second'])
    await store.write(key, Buffer.from('x'), { contentType: 'text/plain', bytes: 1 })
  await addDue('accepted/first')
  const first = remover.removeDue()
  await addDue('accepted/second')
  await Promise.all([first, remover.removeDue()])
  for (const key of ['accepted/first', 'accepted/second']) expect(await store.head(key)).toBeNull()
})

it('occupies one connection while the store is silent, and ends each wait', async () => {
  const silent = { ...store, remove: () => sleep(7_000) }
  const remover = createObjectRemover({ db, store: silent })
  await addDue('accepted/silent')
  const startedAt = performance.now()
  const calls = Array.from({ length: 20 }, () => remover.removeDue())
  await sleep(1_000)
  expect(database.pool.totalCount - database.pool.idleCount).toBeLessThanOrEqual(1)
  await Promise.all(calls)
  expect(performance.now() - startedAt).toBeLessThan(6_500)
  await sleep(3_000)
}, 60_000)
