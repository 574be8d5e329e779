import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { compareRowTypes } from './compare-row-types.ts'
import { describeStatement } from './describe-statement.ts'
import { findStatements } from './statements.ts'

let client: pg.Client
let folder: string

beforeAll(async () => {
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${inject('templateDatabase')}`
  client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan')
  folder = await mkdtemp(join(tmpdir(), 'row-types-'))
})

afterAll(async () => {
  await client.end()
  await rm(folder, { recursive: true })
})

/** The differences of one statement in a file of its own. */
async function check(rowType: string, text: string, nullColumns: string[] = []): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'example.ts'),
    `import { sql } from 'kysely'\nexport const query = sql<${rowType}>\`${text}\`\n`,
  )
  const [statement] = findStatements(folder)
  if (!statement?.rowType) throw new Error('The statement is not found.')
  const columns = await describeStatement(client, text)
  const checked = {
    statement: { ...statement, rowType: statement.rowType },
    forms: [{ columns, nullColumns: new Set(nullColumns) }],
  }
  return (await compareRowTypes(folder, [checked])).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  )
}

describe('a row type', () => {
  it('that matches its statement has no differences', async () => {
    const rowType = `{ id: number; name: string; expires_at: Date | null; kind: 'personal' | 'team'; scopes: string[] }`
    expect(await check(rowType, 'select id, name, expires_at, kind, scopes from api_key')).toEqual([])
  })

  it('may decide whether an expression is null', async () => {
    expect(
      await check('{ n: number; last: number | null }', 'select count(*) as n, max(id) as last from team'),
    ).toEqual([])
  })

  it('may allow null where the column has none', async () => {
    expect(await check('{ name: string | null }', 'select name from team')).toEqual([])
  })

  it('may rule null out where the statement does', async () => {
    const text = 'select expires_at from api_key where expires_at is not null'
    expect(await check('{ expires_at: Date }', text)).toEqual([])
  })

  it.each([
    ['a wrong type', '{ id: string }', 'select id from team'],
    ['a misspelt column', '{ key: number }', 'select id from team'],
    ['a column that is missing', '{ id: number; name: string }', 'select id from team'],
    ['a column too many', '{ id: number }', 'select id, name from team'],
    ['a nullable column declared as present', '{ expires_at: Date }', 'select expires_at from api_key'],
    [
      'a column of an outer join declared as present',
      '{ name: string }',
      'select k.name from team t left join api_key k on k.team_id = t.id',
    ],
    ['an array declared as a value', '{ scopes: string }', 'select scopes from api_key'],
  ])('is rejected for %s', async (_, rowType, text) => {
    const differences = await check(rowType, text)
    expect(differences).not.toEqual([])
    for (const difference of differences) expect(difference).toMatch(/^example\.ts:2: /)
  })

  it('is rejected when a test has seen null in an expression', async () => {
    expect(await check('{ last: number }', 'select max(id) as last from team', ['last'])).toHaveLength(1)
  })
})

describe('a statement that PostgreSQL rejects', () => {
  it('fails with its error', async () => {
    await expect(describeStatement(client, 'select missing from team')).rejects.toThrow('missing')
  })
})
