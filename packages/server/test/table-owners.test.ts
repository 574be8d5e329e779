import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { owners, tablesOf, type Write, writesIn, writesOf, writtenByFunctions } from './table-owners.ts'

const server = join(import.meta.dirname, '..')
const writes = writesIn(join(server, 'src'))

/** Writes into the table of another feature, each with its reason. */
const exceptions: { writer: string; table: string; why: string }[] = [
  {
    writer: 'features/search-index',
    table: 'extraction',
    why: 'sets indexed_at in the transaction that completes the index of a document',
  },
  {
    writer: 'features/search-index',
    table: 'transcript',
    why: 'sets indexed_at in the transaction that completes the index of a transcript',
  },
  {
    writer: 'features/responses',
    table: 'survey_part',
    why: 'lowers the counts of a part in the statement that deletes its people',
  },
  {
    writer: 'features/maintenance',
    table: '?',
    why: 'adopts the ETags of a restored store in every table that pins an object',
  },
  {
    writer: 'features/recording-processing',
    table: '?',
    why: 'owns the columns of the lifecycle in the rows of files and media (docs/adr/0063)',
  },
]

const isForeign = ({ writer, table }: Write) => owners[table] !== writer
const isExcepted = ({ writer, table }: Write) =>
  exceptions.some((exception) => exception.writer === writer && exception.table === table)

describe('every table', () => {
  it('has one owner', () => {
    expect(Object.keys(owners).sort()).toEqual(tablesOf(join(server, 'migrations')))
  })

  it('is written by its owner', () => {
    const written = new Set(writes.filter((one) => !isForeign(one)).map(({ table }) => table))
    for (const table of writtenByFunctions) written.add(table)
    expect(Object.keys(owners).filter((table) => !written.has(table))).toEqual([])
  })

  it('is written by no other feature', () => {
    const foreign = writes.filter((one) => isForeign(one) && !isExcepted(one))
    expect(foreign.map(({ file, table }) => `${file} writes ${table}`)).toEqual([])
  })
})

describe('every exception', () => {
  it('is still needed', () => {
    const used = exceptions.filter(({ writer, table }) =>
      writes.some((one) => one.writer === writer && one.table === table),
    )
    expect(used).toEqual(exceptions)
  })
})

describe('a planted write', () => {
  it.each([
    ['an update', 'sql`update file set name = 1 where id = 2`', 'file'],
    ['an insert', 'sql`\n  insert into survey_part (survey_id) values (1)`', 'survey_part'],
    [
      'a delete inside a common table expression',
      'sql`with gone as (delete from response returning id) select 1`',
      'response',
    ],
    ['a plain string', "pool.query('delete from session where id = 1')", 'session'],
    ['a table named at run time', `sql\`update $\{sql.table(name)} t set x = 1\``, '?'],
  ])('is found: %s', (_, source, table) => {
    expect(writesOf('features/tokens/planted.ts', source)).toEqual([
      { writer: 'features/tokens', file: 'features/tokens/planted.ts', table },
    ])
  })

  it.each([
    ['a lock', 'sql`select from survey where id = 1 for update of survey skip locked`'],
    ['a sentence', "const text = 'The survey may update file names.'"],
    ['a conflict clause', 'sql`select 1 on conflict do update set x = 1`'],
  ])('is not found in %s', (_, source) => {
    expect(writesOf('features/tokens/planted.ts', source)).toEqual([])
  })
})
