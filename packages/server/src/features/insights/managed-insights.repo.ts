/** SQL of insights that are changed after their import. */
import type { Metadata } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { updatedAt } from '../../platform/db/updated-at.ts'
import { canOpen } from '../projects/projects.public.ts'
import { isShownTo } from './drafts.repo.ts'
import type { InsightPhase } from './insight.state.ts'

export interface ManagedInsightRow {
  id: number
  key: string
  team_id: number
  project_id: number
  name: string
  extension: string
  phase: InsightPhase
  state: 0 | 1 | 2
  external_id: string | null
  metadata: Metadata | null
  extraction_id: number | null
  created_at: Date
  updated_at: Date
}

const columns = sql`i.id, i.key, i.team_id, i.project_id, i.name, i.extension, i.phase, i.state, i.external_id, i.metadata,
  i.extraction_id, i.created_at, ${updatedAt('i')} as updated_at`

/** Serializes changes of the insight with those of its jobs. */
export async function lockOpenInsight(
  tx: Tx,
  principal: Principal,
  key: string,
): Promise<ManagedInsightRow | undefined> {
  const { rows } = await sql<ManagedInsightRow>`
    select ${columns} from insight i join project p on p.id = i.project_id
    where i.key = ${key} and ${canOpen(principal)} and ${isShownTo(principal)} for update of i`.execute(tx)
  return rows[0]
}

export type InsightChange = Pick<ManagedInsightRow, 'name' | 'project_id' | 'external_id' | 'metadata'> & {
  /** Undefined leaves publication as it is. */
  state: 0 | 1 | undefined
}

/** An insight that is being processed is published, or stays a draft, as the last call said. */
export async function changeInsight(
  tx: Tx,
  insightId: number,
  insight: InsightChange,
): Promise<ManagedInsightRow> {
  const state = insight.state ?? null
  const { rows } = await sql<ManagedInsightRow>`
    update insight i set name = ${insight.name}, project_id = ${insight.project_id}, external_id = ${insight.external_id},
      metadata = ${insight.metadata && JSON.stringify(insight.metadata)}::jsonb,
      state = coalesce(${state}::smallint, state), should_publish = coalesce(${state}::smallint = 0, should_publish)
    where i.id = ${insightId} returning ${columns}`.execute(tx)
  return onlyRow(rows)
}
