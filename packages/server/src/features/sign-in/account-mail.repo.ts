/** SQL of links that are sent by e-mail. */
import { sql } from 'kysely'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { AccountMailPurpose } from './account-mail.ts'

export interface UnsentLink {
  name: string
  email: string
  team_name: string
  token_hmac: Buffer
  sealed_token: Buffer
  expires_at: Date
}

/** Undefined when it was sent, used, has expired, or the user is suspended. */
export async function findUnsentLink(
  db: Db,
  userId: number,
  purpose: AccountMailPurpose,
): Promise<UnsentLink | undefined> {
  const { rows } = await sql<UnsentLink>`
    select u.name, u.email, t.name as team_name, l.token_hmac, l.sealed_token, l.expires_at
    from (
      select 'invitation' as purpose, user_id, token_hmac, sealed_token, expires_at from invitation
      union all
      select 'password_reset', user_id, token_hmac, sealed_token, expires_at from password_reset
    ) l join app_user u on u.id = l.user_id join team t on t.id = u.team_id
    where l.user_id = ${userId} and l.purpose = ${purpose} and l.sealed_token is not null and l.expires_at > now()
      and u.suspended_at is null`.execute(db)
  return rows[0]
}

/** Leaves a newer link alone. */
export async function markLinkSent(tx: Tx, purpose: AccountMailPurpose, tokenHmac: Buffer): Promise<void> {
  if (purpose === 'invitation')
    await sql`update invitation set sealed_token = null where token_hmac = ${tokenHmac}`.execute(tx)
  else await sql`update password_reset set sealed_token = null where token_hmac = ${tokenHmac}`.execute(tx)
}

interface SealedLink {
  token_hmac: Buffer
  sealed_token: Buffer | null
}

export async function resealUnsentLinks(tx: Tx, from: SecretBox, to: SecretBox): Promise<void> {
  const reseal = (sealed: Buffer | null) => sealed && to.seal(from.open(sealed))
  const invitations = await sql<SealedLink>`
    select token_hmac, sealed_token from invitation where sealed_token is not null order by user_id for update`.execute(
    tx,
  )
  for (const { token_hmac: hmac, sealed_token: sealed } of invitations.rows)
    await sql`update invitation set sealed_token = ${reseal(sealed)} where token_hmac = ${hmac}`.execute(tx)
  const resets = await sql<SealedLink>`
    select token_hmac, sealed_token from password_reset where sealed_token is not null order by user_id for update`.execute(
    tx,
  )
  for (const { token_hmac: hmac, sealed_token: sealed } of resets.rows)
    await sql`update password_reset set sealed_token = ${reseal(sealed)} where token_hmac = ${hmac}`.execute(
      tx,
    )
}
