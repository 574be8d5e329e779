/**
 * Records each SQL statement that runs in this process, so that `npm run row-types` can check its row type. A setup
 * file of the integration tests, and preloaded by the processes they start.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type QueryExecutorProvider, type QueryResult, type RawBuilder, RawNode, sql } from 'kysely'
import type { RecordedLine } from './recordings.ts'

const folder = process.env['INLET_RECORD_SQL']
if (folder) record(folder)

type Execute = (this: RawBuilder<unknown>, provider: QueryExecutorProvider) => Promise<QueryResult<unknown>>

function record(into: string): void {
  mkdirSync(into, { recursive: true })
  const file = join(
    into,
    `${process.pid}-${createHash('sha256').update(String(performance.now())).digest('hex').slice(0, 8)}.jsonl`,
  )
  const written = new Set<string>()
  const write = (line: RecordedLine) => {
    const text = JSON.stringify(line)
    if (written.has(text)) return
    written.add(text)
    appendFileSync(file, `${text}\n`)
  }
  const builder = Object.getPrototypeOf(sql``) as { execute: Execute }
  const { execute } = builder
  builder.execute = async function recorded(provider) {
    const result = await execute.call(this, provider)
    const node = this.toOperationNode()
    if (RawNode.is(node)) {
      const text = this.compile(provider).sql
      write({ template: [...node.sqlFragments], text, nullColumns: nullColumns(result.rows) })
    }
    return result
  }
}

/** A few rows are enough: a column that can be null is null in some test. */
function nullColumns(rows: readonly unknown[]): string[] {
  const names = new Set<string>()
  for (const row of rows.slice(0, 100)) {
    for (const [name, value] of Object.entries(row as object)) if (value === null) names.add(name)
  }
  return [...names].sort()
}
