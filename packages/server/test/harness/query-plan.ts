/** Execution time and sequential scans of a query, as PostgreSQL reports them. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

interface Explained {
  Plan: Plan
  'Planning Time': number
  'Execution Time': number
}

export interface Measurement {
  ms: number
  planningMs: number
  sequentialScans: string[]
}

export async function explainAnalyze(db: Db, query: RawBuilder<unknown>): Promise<Measurement> {
  const { rows } = await sql<{ 'QUERY PLAN': Explained[] }>`
    explain (analyze, format json) ${query}`.execute(db)
  const top = rows[0]?.['QUERY PLAN'][0]
  if (!top) throw new Error('PostgreSQL returned no plan.')
  return {
    ms: top['Execution Time'],
    planningMs: top['Planning Time'],
    sequentialScans: scansIn(top.Plan),
  }
}

function scansIn(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)]
}

/** Best of several runs, to measure the query and not other load. */
export async function measureQuery(db: Db, query: RawBuilder<unknown>, times = 7): Promise<Measurement> {
  const runs: Measurement[] = []
  for (let i = 0; i < times; i += 1) runs.push(await explainAnalyze(db, query))
  return {
    ms: Math.min(...runs.map((run) => run.ms)),
    planningMs: Math.min(...runs.map((run) => run.planningMs)),
    sequentialScans: runs.flatMap((run) => run.sequentialScans),
  }
}
