/** SQL of files in the trash. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { FileKind } from '../uploads/uploads.public.ts'
import { type ErasedFile, erasedColumns, recordingIds } from './files.repo.ts'

export type CancelledFile = Pick<ErasedFile, 'id' | 'extraction_id' | 'recording_ids'>

/** Serializes with the jobs of the file. */
export async function lockFileParts(tx: Tx, fileId: number): Promise<CancelledFile | undefined> {
  const { rows } = await sql<CancelledFile>`
    select id, extraction_id, ${recordingIds} from file where id = ${fileId} for update`.execute(tx)
  return rows[0]
}

export async function setFileProject(tx: Tx, fileId: number, projectId: number): Promise<void> {
  await sql`update file set project_id = ${projectId} where id = ${fileId}`.execute(tx)
}

export interface InterruptedFile {
  id: number
  team_id: number
  kind: FileKind
  is_downloading: boolean
}

export async function listInterruptedFiles(
  tx: Tx,
  selected: { id: number } | { projectId: number },
): Promise<InterruptedFile[]> {
  const isSelected = 'id' in selected ? sql`id = ${selected.id}` : sql`project_id = ${selected.projectId}`
  const { rows } = await sql<InterruptedFile>`
    select id, team_id, kind, object_key is null as is_downloading from file
    where ${isSelected} and status = 'processing' and kind <> 'survey'`.execute(tx)
  return rows
}

/** The files of a project that are being processed. */
export async function listFilesAtWork(tx: Tx, projectId: number): Promise<CancelledFile[]> {
  const { rows } = await sql<CancelledFile>`
    select id, extraction_id, ${recordingIds} from file
    where project_id = ${projectId} and status = 'processing' and kind <> 'survey'`.execute(tx)
  return rows
}

export async function deleteFile(tx: Tx, fileId: number): Promise<ErasedFile[]> {
  const { rows } = await sql<ErasedFile>`
    delete from file where id = ${fileId} and kind <> 'survey'
    returning ${erasedColumns}`.execute(tx)
  return rows
}
