/** SQL of webhooks. */
import type { DisabledReason } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { isLiveKey } from '../keys/keys.public.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'

export interface WebhookRow {
  id: number
  key: string
  api_key_id: number
  url: string
  types: string[]
  project_ids: number[]
  description: string
  status: 'enabled' | 'disabled'
  disabled_reason: DisabledReason | null
  created_at: Date
  secret_expires_at: Date | null
}

/** As JSON, because the driver reads arrays of bigint as text. */
const projectIds = sql`to_json(w.project_ids) as project_ids`

export const webhookColumns = sql`w.id, w.key, w.api_key_id, w.url, w.types, ${projectIds}, w.description, w.status, w.disabled_reason,
  w.created_at, case when w.previous_expires_at > now() then w.previous_expires_at end as secret_expires_at`

export interface WebhookFields {
  url: string
  types: readonly string[]
  projectIds: readonly number[]
  description: string
}

export interface NewWebhook extends WebhookFields {
  teamId: number
  keyId: number
  secretSealed: Buffer
}

export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<WebhookRow> {
  const { rows } = await sql<WebhookRow>`
    insert into webhook as w (team_id, api_key_id, url, types, project_ids, description, secret_sealed)
    values (${webhook.teamId}, ${webhook.keyId}, ${webhook.url}, ${[...webhook.types]}, ${[...webhook.projectIds]}::bigint[],
      ${webhook.description}, ${webhook.secretSealed})
    returning ${webhookColumns}`.execute(tx)
  return onlyRow(rows)
}

/** Locks the key, so that concurrent calls cannot exceed the limit together. */
export async function countWebhooksOf(tx: Tx, keyId: number): Promise<number> {
  await sql`select from api_key where id = ${keyId} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from webhook where api_key_id = ${keyId}`.execute(tx)
  return onlyRow(rows).n
}

export interface ListPage {
  limit: number
  /** The id of the last webhook of the previous page. */
  after: number | undefined
}

export async function listWebhookRows(
  db: Db,
  access: WebhookAccess,
  { limit, after }: ListPage,
): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select ${webhookColumns} from webhook w
    where ${access} and (${after ?? null}::bigint is null or w.id < ${after ?? null}::bigint)
    order by w.id desc limit ${limit + 1}`.execute(db)
  return rows
}

export async function findWebhook(
  db: Db | Tx,
  access: WebhookAccess,
  key: string,
): Promise<WebhookRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<WebhookRow>`
    select ${webhookColumns} from webhook w where w.key = ${key} and ${access}`.execute(db)
  return rows[0]
}

/** Locked, so that changes of one webhook follow each other. */
export async function lockWebhook(
  tx: Tx,
  access: WebhookAccess,
  key: string,
): Promise<WebhookRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<WebhookRow>`
    select ${webhookColumns} from webhook w where w.key = ${key} and ${access} for no key update`.execute(tx)
  return rows[0]
}

/** Another URL is another receiver, of which nothing is known yet. */
export async function changeWebhook(tx: Tx, id: number, fields: WebhookFields): Promise<WebhookRow> {
  const { rows } = await sql<WebhookRow>`
    update webhook w set url = ${fields.url}, types = ${[...fields.types]},
      project_ids = ${[...fields.projectIds]}::bigint[], description = ${fields.description},
      lane = case when w.url = ${fields.url} then w.lane else 'unproven' end,
      failing_since = case when w.url = ${fields.url} then w.failing_since end
    where w.id = ${id} returning ${webhookColumns}`.execute(tx)
  return onlyRow(rows)
}

/** False when the API key is no longer active. */
export async function enableWebhookRow(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update webhook w set status = 'enabled', disabled_reason = null, failing_since = null, lane = 'unproven'
    from api_key k join app_user u on u.id = k.user_id
    where w.id = ${id} and k.id = w.api_key_id and ${isLiveKey} returning w.id`.execute(tx)
  return rows.length > 0
}

/** Does nothing if it is already disabled: the event is recorded once. */
export async function disableWebhookRow(tx: Tx, id: number, reason: DisabledReason): Promise<void> {
  const { rows } = await sql`
    update webhook w set status = 'disabled', disabled_reason = ${reason}, lease = null, leased_until = null
    where w.id = ${id} and w.status = 'enabled'
    returning record_event('webhook.disabled', w.team_id, null,
      jsonb_build_object('webhook_key', w.key, 'status', w.status, 'disabled_reason', w.disabled_reason), null, w.api_key_id)`.execute(
    tx,
  )
  if (rows.length > 0) await sql`delete from pending_delivery where webhook_id = ${id}`.execute(tx)
}

/** Enabled webhooks of API keys that are revoked, expired or whose user is suspended. */
export async function listOfInactiveKeys(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from webhook w join api_key k on k.id = w.api_key_id join app_user u on u.id = k.user_id
    where w.status = 'enabled' and (${isLiveKey}) is not true limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteWebhookRow(tx: Tx, id: number): Promise<void> {
  await sql`delete from webhook where id = ${id}`.execute(tx)
}

/** The current secret becomes the previous one, and the one before it is dropped. */
export async function replaceSecret(
  tx: Tx,
  id: number,
  { secretSealed, overlapSeconds }: { secretSealed: Buffer; overlapSeconds: number },
): Promise<WebhookRow> {
  const hasOverlap = overlapSeconds > 0
  const { rows } = await sql<WebhookRow>`
    update webhook w set secret_sealed = ${secretSealed},
      previous_secret_sealed = case when ${hasOverlap} then w.secret_sealed end,
      previous_expires_at = case when ${hasOverlap} then now() + make_interval(secs => ${overlapSeconds}) end
    where w.id = ${id} returning ${webhookColumns}`.execute(tx)
  return onlyRow(rows)
}

export interface SealedSecretsRow {
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
}

export const activeSecrets: RawBuilder<unknown> = sql`w.secret_sealed,
  case when w.previous_expires_at > now() then w.previous_secret_sealed end as previous_secret_sealed`

export async function findSecrets(db: Db, id: number): Promise<SealedSecretsRow | undefined> {
  const { rows } = await sql<SealedSecretsRow>`
    select ${activeSecrets} from webhook w where w.id = ${id}`.execute(db)
  return rows[0]
}

/** Re-encrypts every secret when the sealing key of the deployment is replaced. */
export async function resealWebhookSecrets(tx: Tx, from: SecretBox, to: SecretBox): Promise<void> {
  const { rows } = await sql<SealedSecretsRow & { id: number }>`
    select id, secret_sealed, previous_secret_sealed from webhook order by id for update`.execute(tx)
  const reseal = (sealed: Buffer | null) => sealed && to.seal(from.open(sealed))
  for (const { id, secret_sealed, previous_secret_sealed } of rows) {
    await sql`
      update webhook set secret_sealed = ${reseal(secret_sealed)}, previous_secret_sealed = ${reseal(previous_secret_sealed)}
      where id = ${id}`.execute(tx)
  }
}

export async function listWebhookIds(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from webhook order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
