import type { ExportVolume, ProjectExport, RouteResponse, createExport as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Waiting } from '../../platform/http/wait.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { EventWaits } from '../events/events.public.ts'
import { auditExport } from './audit-export.ts'
import { isFinal } from './export.state.ts'
import { linksOf, viewExport, volumeName } from './export.view.ts'
import { type ExportRow, findExport, listVolumes } from './exports.repo.ts'

export interface GetExport {
  exportKey: string
  principal: Principal
  /** May download names and e-mail addresses. */
  maySeePeople: boolean
  clientAddress: string
}

const urlSeconds = 3600

/** While the export is running, the call waits if the caller asks for that. */
export async function getExport(
  deps: { db: Db; store: ObjectStore; eventWaits: EventWaits },
  waiting: Waiting,
  request: GetExport,
): Promise<ProjectExport> {
  const row = await deps.eventWaits.poll({
    ...waiting,
    read: async () => requireExport(deps.db, await waiting.principal(), request.exportKey),
    isFinal: ({ status }) => isFinal(status),
  })
  return { ...viewExport(row), volumes: await issueUrls(deps, row, request) }
}

export async function requireExport(db: Db, principal: Principal, exportKey: string): Promise<ExportRow> {
  const row = await findExport(db, principal, exportKey)
  if (!row) throw new AppError('export_not_found')
  return row
}

/** The answer to a repeated request. */
export async function replayExport(
  { db }: { db: Db },
  principal: Principal,
  exportKey: string,
): Promise<RouteResponse<typeof route, 202>> {
  const row = await requireExport(db, principal, exportKey)
  return { export_key: row.key, status: 'processing', links: linksOf(row) }
}

/** Of a completed export; each call gives new URLs. */
export async function issueUrls(
  { db, store }: { db: Db; store: ObjectStore },
  row: ExportRow,
  { principal, maySeePeople, clientAddress }: Omit<GetExport, 'exportKey'>,
): Promise<ExportVolume[]> {
  if (row.status !== 'completed' || !row.expires_at || row.expires_at <= new Date()) return []
  const mayDownload = !row.has_people || maySeePeople
  const volumes = await listVolumes(db, row.id)
  // Before the URLs exist, so that none is issued without an entry.
  if (mayDownload)
    await inTransaction(db, (tx) => auditExport(tx, principal, 'url', { ...row, clientAddress }))
  const expiresAt = new Date(Date.now() + urlSeconds * 1000).toISOString()
  return Promise.all(
    volumes.map(async ({ number, volume_key, bytes, sha256 }) => {
      const name = volumeName(row.key, number, row.format)
      const options = { isAttachment: true, expirySeconds: urlSeconds }
      return {
        name,
        size_bytes: bytes,
        sha256,
        url: mayDownload ? await store.presignDownload(volume_key, name, options) : null,
        url_expires_at: mayDownload ? expiresAt : null,
      }
    }),
  )
}
