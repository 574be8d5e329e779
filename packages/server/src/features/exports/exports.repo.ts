/** SQL of exports as those who requested them see them. What the worker writes is in `export-run.repo.ts`. */
import type { ExportContent, ExportFormat, ExportStatus } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { canOpen } from '../projects/projects.public.ts'

export interface ExportRow {
  id: number
  key: string
  project_id: number
  format: ExportFormat
  contents: ExportContent[]
  has_people: boolean
  status: ExportStatus
  progress: number
  as_of: Date | null
  size_bytes: number | null
  failure_code: string | null
  failure_message: string | null
  created_at: Date
  completed_at: Date | null
  expires_at: Date | null
}

const columns = sql`x.id, x.key, x.project_id, x.format, x.contents, x.has_people, x.status, x.progress, x.as_of, x.size_bytes,
  x.failure_code, x.failure_message, x.created_at, x.completed_at, x.expires_at`

/**
 * An export belongs to the API key or the person that requested it, as long as they can open the project. Personal keys
 * do not have the exports that their owner requested in the workspace.
 */
const ofCaller = (principal: Principal): RawBuilder<boolean> =>
  principal.keyId === null
    ? sql<boolean>`(x.user_id = ${principal.userId}::bigint and ${canOpen(principal)})`
    : sql<boolean>`(x.api_key_id = ${principal.keyId}::bigint and ${canOpen(principal)})`

export interface NewExport {
  principal: Principal
  projectId: number
  format: ExportFormat
  contents: readonly ExportContent[]
  hasPeople: boolean
  clientAddress: string
}

/**
 * Undefined while another export of the project is running. Waits for whoever erases something of the project
 * (`deleteExportsOfProject`), so that the snapshot of a new export is later.
 */
export async function insertExport(tx: Tx, one: NewExport): Promise<ExportRow | undefined> {
  const { keyId, teamId, userId } = one.principal
  await sql`select from project where id = ${one.projectId} for share`.execute(tx)
  const { rows } = await sql<ExportRow>`
    insert into project_export as x (team_id, project_id, api_key_id, user_id, format, contents, has_people, client_address)
    values (${teamId}, ${one.projectId}, ${keyId}, ${keyId === null ? userId : null}, ${one.format}, ${[...one.contents]},
      ${one.hasPeople}, ${one.clientAddress})
    on conflict (project_id) where status = 'processing' do nothing
    returning ${columns}`.execute(tx)
  return rows[0]
}

export async function findExport(db: Db, principal: Principal, key: string): Promise<ExportRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<ExportRow>`
    select ${columns} from project_export x join project p on p.id = x.project_id
    where x.key = ${key}::uuid and ${ofCaller(principal)}`.execute(db)
  return rows[0]
}

export async function lockExport(tx: Tx, principal: Principal, key: string): Promise<ExportRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<ExportRow>`
    select ${columns} from project_export x join project p on p.id = x.project_id
    where x.key = ${key}::uuid and ${ofCaller(principal)} for update of x`.execute(tx)
  return rows[0]
}

/** Newest first. */
export async function listExportRows(
  db: Db,
  principal: Principal,
  { projectId, after, limit }: { projectId?: number | undefined; after: number | undefined; limit: number },
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from project_export x join project p on p.id = x.project_id
    where ${ofCaller(principal)} and (${projectId ?? null}::bigint is null or x.project_id = ${projectId ?? null}::bigint)
      and (${after ?? null}::bigint is null or x.id < ${after ?? null}::bigint)
    order by x.id desc limit ${limit}`.execute(db)
  return rows
}

export interface VolumeRow {
  number: number
  volume_key: string
  bytes: number
  sha256: string
}

export async function listVolumes(db: Db, exportId: number): Promise<VolumeRow[]> {
  const { rows } = await sql<VolumeRow>`
    select number, volume_key, bytes, sha256 from export_volume where export_id = ${exportId} order by number`.execute(
    db,
  )
  return rows
}
