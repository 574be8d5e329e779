import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { inCopyTransaction } from './copy.ts'
import { CopyRows } from './copy-rows.ts'
import { type Database, openDatabase } from './database.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({
    url: testDatabase.url,
    poolSize: 2,
    applicationName: 'test',
    profile: 'worker',
    onError: () => {},
  })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

describe('binary COPY rows', () => {
  it('arrive as they were written, for every type', async () => {
    await sql`create table kinds (a smallint, b integer, c bigint, d boolean, e timestamptz, f text, g bytea, h integer[])`.execute(
      database.db,
    )
    const rows = new CopyRows()
    const times = [
      Date.UTC(1900, 0, 1, 0, 0, 0, 1),
      Date.UTC(1999, 11, 31, 23, 59, 59, 999),
      Date.UTC(2200, 1, 3),
    ]
    const texts = ['', 'naïve "quoted"\t\\N\n', '日本語 😀']
    for (const [i, ms] of times.entries()) {
      rows.begin(8)
      rows.int16(-1 - i)
      rows.int32(-(2 ** 31) + i)
      rows.int64(-(2 ** 53) + 1 + i)
      rows.bool(i % 2 === 0)
      rows.time(ms)
      rows.text(texts[i] ?? '')
      rows.bytes(Uint8Array.of(0, 255, i))
      rows.int32Array(i === 0 ? [] : [i, -i, 2 ** 31 - 1])
    }
    rows.begin(8)
    for (let i = 0; i < 8; i += 1) rows.null()
    expect(rows.rowCount).toBe(4)
    const copied = await inCopyTransaction(database, (_tx, copy) =>
      copy('copy kinds from stdin (format binary)', rows.finish()),
    )
    expect(copied).toBe(4)
    const { rows: found } = await sql<Record<string, unknown>>`select * from kinds order by b`.execute(
      database.db,
    )
    expect(found.slice(0, 3)).toEqual(
      times.map((ms, i) => ({
        a: -1 - i,
        b: -(2 ** 31) + i,
        c: -(2 ** 53) + 1 + i,
        d: i % 2 === 0,
        e: new Date(ms),
        f: texts[i],
        g: Buffer.of(0, 255, i),
        h: i === 0 ? [] : [i, -i, 2 ** 31 - 1],
      })),
    )
    expect(Object.values(found[3] ?? {})).toEqual(Array(8).fill(null))
  })

  it('can span several pages, with a number filled in later', async () => {
    await sql`create table pages (id integer primary key, settled integer, text text)`.execute(database.db)
    const rows = new CopyRows()
    const lengths = Array.from({ length: 400 }, (_, i) => (i % 50 === 7 ? 700_000 : (i * 977) % 9_000))
    const marks = lengths.map((length, i) => {
      rows.begin(3)
      rows.int32(i)
      const mark = rows.mark()
      rows.int32(-1)
      rows.text('é'.repeat(length))
      return mark
    })
    for (const [i, mark] of marks.entries()) if (i % 3 !== 0) rows.overwriteInt32(mark, i * 1_000)
    await inCopyTransaction(database, (_tx, copy) =>
      copy('copy pages from stdin (format binary)', rows.finish()),
    )
    const { rows: found } = await sql<{ id: number; settled: number; length: number }>`
      select id, settled, length(text) as length from pages order by id`.execute(database.db)
    expect(found).toEqual(
      lengths.map((length, i) => ({ id: i, settled: i % 3 === 0 ? -1 : i * 1_000, length })),
    )
  })

  it('replace lone surrogates, which PostgreSQL rejects', async () => {
    await sql`create table odd (text text)`.execute(database.db)
    const rows = new CopyRows()
    rows.begin(1)
    rows.text('a\ud800b')
    await inCopyTransaction(database, (_tx, copy) =>
      copy('copy odd from stdin (format binary)', rows.finish()),
    )
    const { rows: found } = await sql<{ text: string }>`select text from odd`.execute(database.db)
    expect(found).toEqual([{ text: 'a\ufffdb' }])
  })
})
