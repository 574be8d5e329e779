/** How much a team may store. Counts the uploaded files; what is derived from them is not counted. */
import type { Config } from '../../platform/config/config.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findQuota, lockStorage, readUsedBytes } from './storage.repo.ts'

export type QuotaConfig = Pick<Config, 'INLET_TEAM_STORAGE_GB'>

export const bytesPerGigabyte = 1024 ** 3

export interface TeamStorage {
  used_bytes: number
  /** Null: no limit. */
  quota_bytes: number | null
}

export async function getTeamStorage(db: Db, teamId: number, config: QuotaConfig): Promise<TeamStorage> {
  return { used_bytes: await readUsedBytes(db, teamId), quota_bytes: await quotaOf(db, teamId, config) }
}

async function quotaOf(db: Db | Tx, teamId: number, config: QuotaConfig): Promise<number | null> {
  const own = await findQuota(db, teamId)
  const bytes = own ?? config.INLET_TEAM_STORAGE_GB * bytesPerGigabyte
  return bytes === 0 ? null : bytes
}

/** Before an upload is described, when its size is not known yet. */
export async function requireFreeStorage(
  { db, config }: { db: Db; config: QuotaConfig },
  teamId: number,
): Promise<void> {
  const quota = await quotaOf(db, teamId, config)
  if (quota !== null && (await readUsedBytes(db, teamId)) >= quota)
    throw exceeded(`The team has used up its ${formatSize(quota)} of storage.`)
}

/** Before an upload is copied. */
export async function requireStorageFor(
  { db, config }: { db: Db; config: QuotaConfig },
  teamId: number,
  bytes: number,
): Promise<void> {
  const quota = await quotaOf(db, teamId, config)
  if (quota === null) return
  const freeBytes = Math.max(0, quota - (await readUsedBytes(db, teamId)))
  if (bytes > freeBytes)
    throw exceeded(
      `The file is ${formatSize(bytes)}, but only ${formatSize(freeBytes)} of the team's ${formatSize(quota)} of storage is free.`,
    )
}

/** In the transaction that records the size of an upload, afterwards: concurrent imports cannot exceed the quota together. */
export async function requireWithinQuota(tx: Tx, teamId: number, config: QuotaConfig): Promise<void> {
  const quota = await quotaOf(tx, teamId, config)
  if (quota === null) return
  await lockStorage(tx, teamId)
  if ((await readUsedBytes(tx, teamId)) > quota)
    throw exceeded(`This import exceeds the team's ${formatSize(quota)} of storage.`)
}

const exceeded = (reason: string) =>
  new AppError('storage_quota_exceeded', {
    message: `${reason} Ask the operator of this service for a larger quota.`,
  })

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

function formatSize(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = (bytes / 1024 ** step).toLocaleString('en', { maximumFractionDigits: 1 })
  return `${amount} ${units[step]}`
}
