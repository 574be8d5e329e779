/** SQL of insights in the trash. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { ErasedInsight } from './insights.repo.ts'

export type CancelledInsight = Pick<ErasedInsight, 'id' | 'extraction_id'> & { team_id: number }

/** Serializes with the jobs of the insight. */
export async function lockInsightParts(tx: Tx, insightId: number): Promise<CancelledInsight | undefined> {
  const { rows } = await sql<CancelledInsight>`
    select id, extraction_id, team_id from insight where id = ${insightId} for update`.execute(tx)
  return rows[0]
}

export async function setInsightProject(tx: Tx, insightId: number, projectId: number): Promise<void> {
  await sql`update insight set project_id = ${projectId} where id = ${insightId}`.execute(tx)
}

export interface InterruptedInsight extends CancelledInsight {
  is_downloading: boolean
}

export async function listInterruptedInsights(
  tx: Tx,
  selected: { id: number } | { projectId: number },
): Promise<InterruptedInsight[]> {
  const isSelected = 'id' in selected ? sql`id = ${selected.id}` : sql`project_id = ${selected.projectId}`
  const { rows } = await sql<InterruptedInsight>`
    select id, team_id, extraction_id, object_key is null as is_downloading from insight
    where ${isSelected} and phase = 'processing'`.execute(tx)
  return rows
}

export async function deleteInsight(tx: Tx, insightId: number): Promise<ErasedInsight[]> {
  const { rows } = await sql<ErasedInsight>`
    delete from insight where id = ${insightId}
    returning id, array[upload_key, object_key] as keys, extraction_id`.execute(tx)
  return rows
}
