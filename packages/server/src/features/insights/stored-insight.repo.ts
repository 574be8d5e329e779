/** SQL of insights as exports contain them and imports of bundles restore them. */
import type { Metadata } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { canOpen } from '../projects/projects.public.ts'
import { newUploadKey } from '../uploads/uploads.public.ts'
import { isShownTo } from './drafts.repo.ts'

/** Times have microseconds. Columns that name objects or other rows are not exported. */
export interface StoredInsight {
  name: string
  extension: string
  phase: 'processing' | 'completed' | 'failed'
  state: 0 | 1 | 2
  should_publish: boolean
  object_bytes: number | null
  sha256: string | null
  failure_code: string | null
  failure_message: string | null
  privacy: object | null
  external_id: string | null
  metadata: Metadata | null
  created_at: string
  started_at: string | null
  completed_at: string | null
  updated_at: string
}

/** Undefined when there is no such insight that the principal can open. */
export async function readStoredInsight(
  db: Db,
  principal: Principal,
  key: string,
): Promise<StoredInsight | undefined> {
  const { rows } = await sql<{ stored: StoredInsight }>`
    select to_jsonb(s) as stored from (
      select i.name, i.extension, i.phase, i.state, i.should_publish, i.object_bytes, i.sha256, i.failure_code,
        i.failure_message, i.privacy, i.external_id, i.metadata, i.created_at, i.started_at, i.completed_at,
        coalesce(i.updated_at, greatest(i.created_at, i.started_at, i.completed_at)) as updated_at
      from insight i join project p on p.id = i.project_id
      where i.key = ${key}::uuid and ${canOpen(principal)} and ${isShownTo(principal)}) s`.execute(db)
  return rows[0]?.stored
}

/** `original` is null when the bundle does not contain it, which only a failed insight may lack. */
export async function restoreInsight(
  tx: Tx,
  { projectId, principal }: { projectId: number; principal: Principal },
  one: { stored: StoredInsight; original: PinnedObject | null; extractionId: number | null },
): Promise<void> {
  await sql`
    insert into insight (team_id, project_id, created_by, api_key_id, upload_key, object_key, object_etag, extraction_id,
      name, extension, phase, state, should_publish, object_bytes, sha256, failure_code, failure_message, privacy,
      external_id, metadata, created_at, started_at, completed_at, updated_at)
    select ${principal.teamId}, ${projectId}, ${principal.userId}, ${principal.keyId}, ${newUploadKey()},
      ${one.original?.key ?? null}, ${one.original?.etag ?? null}, ${one.extractionId}, name, extension, phase, state,
      should_publish, coalesce(${one.original?.bytes ?? null}::bigint, case when object_bytes >= 0 then object_bytes end),
      sha256, failure_code, failure_message, privacy, external_id, metadata, created_at, started_at, completed_at,
      updated_at
    from jsonb_populate_record(null::insight, ${JSON.stringify(one.stored)}::jsonb)`.execute(tx)
}

/** Reports restored insights like processed ones; drafts only to their creator. */
export async function recordRestoredInsights(tx: Tx, projectId: number): Promise<void> {
  await sql`
    select count(record_event('insight.' || i.phase, i.team_id, i.project_id,
      jsonb_build_object('insight_key', i.key, 'insight_state', i.state, 'status', i.phase,
        'external_id', i.external_id),
      case when i.state = 1 then draft_creator(i.created_by, i.api_key_id) end)::text)
    from (select * from insight where project_id = ${projectId} order by id) i`.execute(tx)
}
