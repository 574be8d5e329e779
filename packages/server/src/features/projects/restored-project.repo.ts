/** SQL of projects that imports of bundles restore. */
import { type Metadata, type PrivacySettings, sharePreferences } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

export interface StoredProject {
  name: string
  supported_languages: string[]
  transcript_language: string
  default_ai_language: string
  disable_search_ask_ai: boolean
  auto_ai_notes: object | null
  auto_pii_enabled: boolean
  privacy: PrivacySettings
  external_id: string | null
  metadata: Metadata | null
  created_at: string
}

/** Private to its owner, however it was shared. */
export async function restoreProject(tx: Tx, principal: Principal, stored: StoredProject): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into project (team_id, owner_id, api_key_id, share_preference, name, supported_languages, transcript_language,
      default_ai_language, disable_search_ask_ai, auto_ai_notes, auto_pii_enabled, privacy, external_id, metadata,
      created_at)
    select ${principal.teamId}, ${principal.userId}, ${principal.keyId}, ${sharePreferences.private}, name,
      supported_languages, transcript_language, default_ai_language, disable_search_ask_ai, auto_ai_notes,
      auto_pii_enabled, privacy, external_id, metadata, created_at
    from jsonb_populate_record(null::project, ${JSON.stringify(stored)}::jsonb)
    returning id`.execute(tx)
  return onlyRow(rows).id
}

export async function restoreLabelTemplate(
  tx: Tx,
  projectId: number,
  { name, labels }: { name: string; labels: readonly unknown[] },
): Promise<void> {
  await sql`
    insert into label_template (project_id, name, labels)
    values (${projectId}, ${name}, ${JSON.stringify(labels)}::jsonb)`.execute(tx)
}
