// npm run row-types: compares the row type of each SQL statement with PostgreSQL's description of it. The statements are
// those that tests recorded in the folder INLET_RECORD_SQL.
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { migrateDatabase } from '../../src/app/migrate-all.ts'
import {
  type CheckedStatement,
  compareRowTypes,
  type DescribedForm,
  type Difference,
} from './compare-row-types.ts'
import { countParameters, describeStatement } from './describe-statement.ts'
import { type Recordings, readRecordings } from './recordings.ts'
import { findStatements, type SourceStatement } from './statements.ts'

const source = join(import.meta.dirname, '../../src')

async function main(): Promise<number> {
  const folder = process.env['INLET_RECORD_SQL']
  if (!folder) throw new Error('Set INLET_RECORD_SQL to a folder, run the integration tests, then this.')
  const recordings = readRecordings(folder)
  const statements = findStatements(source)
  const problems: Difference[] = []
  const checked = await withDatabase(process.env['DATABASE_URL'] ?? '', async (client) => {
    await createTemporaryObjects(client, recordings)
    return await describeAll(client, statements, recordings, (problem) => problems.push(problem))
  })
  problems.push(...(await compareRowTypes(source, checked)))
  for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`)
  const forms = checked.reduce((sum, statement) => sum + statement.forms.length, 0)
  console.log(
    `statements=${statements.length} row_types=${checked.length} prepared_forms=${forms} differences=${problems.length}`,
  )
  return problems.length === 0 ? 0 : 1
}

/** Statements that no test runs, or that PostgreSQL refuses, are reported. */
async function describeAll(
  client: pg.Client,
  statements: readonly SourceStatement[],
  recordings: Recordings,
  report: (problem: Difference) => void,
): Promise<CheckedStatement[]> {
  const described: CheckedStatement[] = []
  for (const statement of statements) {
    const { rowType, templateKey, file, line } = statement
    const recorded = recordings.get(templateKey) ?? []
    if (recorded.length === 0) report({ file, line, message: 'No test runs this statement.' })
    const forms: DescribedForm[] = []
    for (const { text, nullColumns } of recorded) {
      try {
        forms.push({ columns: await describeStatement(client, text), nullColumns })
      } catch (error) {
        report({ file, line, message: error instanceof Error ? error.message : String(error) })
      }
    }
    if (rowType && forms.length > 0) described.push({ statement: { ...statement, rowType }, forms })
  }
  return described
}

/** Tables and cursors that exist for one connection, created by the statements that the tests recorded. */
async function createTemporaryObjects(client: pg.Client, recordings: Recordings): Promise<void> {
  const texts = new Set([...recordings.values()].flat().map(({ text }) => text.trim()))
  for (const text of texts) {
    if (/^create temp/i.test(text)) await client.query(text.replace(/on commit drop/i, ''))
    if (/^declare \w+ no scroll cursor/i.test(text)) {
      const nulls = Array.from({ length: countParameters(text) }, () => null)
      await client.query(text.replace('cursor', 'cursor with hold'), nulls)
    }
  }
}

async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await migrateDatabase(url, pino({ level: 'warn' }))
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

process.exitCode = await main()
