/** SQL of files that are changed after their import. */
import type { FileStatus, Metadata } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { updatedAt } from '../../platform/db/updated-at.ts'
import { canOpen } from '../projects/projects.public.ts'
import { isHiddenByProject, isProtected } from '../recording-processing/recording-processing.public.ts'
import type { FileKind } from '../uploads/uploads.public.ts'

export interface ManagedFileRow {
  id: number
  key: string
  team_id: number
  project_id: number
  name: string
  extension: string
  kind: FileKind | 'survey'
  status: FileStatus
  external_id: string | null
  metadata: Metadata | null
  extraction_id: number | null
  recording_id: number | null
  created_at: Date
  updated_at: Date
}

const columns = sql`f.id, f.key, f.team_id, f.project_id, f.name, f.extension, f.kind, f.status, f.external_id, f.metadata,
  f.extraction_id, f.recording_id, f.created_at, ${updatedAt('f')} as updated_at`

export type LockedFile = ManagedFileRow & { is_protected: boolean; is_hidden_by_project: boolean }

/** Serializes changes of the file with those of its jobs. */
export async function lockOpenFile(
  tx: Tx,
  principal: Principal,
  key: string,
): Promise<LockedFile | undefined> {
  const { rows } = await sql<LockedFile>`
    select ${columns}, ${isProtected.file} as is_protected,
      ${isHiddenByProject.file} as is_hidden_by_project
    from file f join project p on p.id = f.project_id
    where f.key = ${key} and ${canOpen(principal)} for update of f`.execute(tx)
  return rows[0]
}

export type FileChange = Pick<ManagedFileRow, 'name' | 'project_id' | 'external_id' | 'metadata'>

export async function changeFile(tx: Tx, fileId: number, file: FileChange): Promise<ManagedFileRow> {
  const { rows } = await sql<ManagedFileRow>`
    update file f set name = ${file.name}, project_id = ${file.project_id}, external_id = ${file.external_id},
      metadata = ${file.metadata && JSON.stringify(file.metadata)}::jsonb
    where f.id = ${fileId} returning ${columns}`.execute(tx)
  return onlyRow(rows)
}

export type FileTexts = Pick<ManagedFileRow, 'team_id' | 'extraction_id' | 'recording_id'>

export async function findFileTexts(tx: Tx, fileId: number): Promise<FileTexts | undefined> {
  const { rows } = await sql<FileTexts>`
    select team_id, extraction_id, recording_id from file where id = ${fileId}`.execute(tx)
  return rows[0]
}
