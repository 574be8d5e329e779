/** SQL of passwords, invitations and provider identities. */
import type { Role } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface Account {
  user_id: number
  password_hash: string | null
}

/** Undefined for unknown addresses and suspended users. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id as user_id, w.hash as password_hash
    from app_user u left join user_password w on w.user_id = u.id
    where lower(u.email) = lower(${email}) and u.suspended_at is null`.execute(db)
  return rows[0]
}

export interface Profile {
  id: number
  name: string
  email: string
  role: Role
  team_id: number
  team_name: string
  password_hash: string | null
}

export async function findProfile(db: Db, userId: number): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select u.id, u.name, u.email, u.role, u.team_id, t.name as team_name, w.hash as password_hash
    from app_user u join team t on t.id = u.team_id left join user_password w on w.user_id = u.id
    where u.id = ${userId}`.execute(db)
  return rows[0]
}

/** For what a person has started and which continues without them. Undefined when they are suspended. */
export async function findLiveUser(db: Db, userId: number): Promise<Principal | undefined> {
  const { rows } = await sql<{ team_id: number; role: Role }>`
    select team_id, role from app_user where id = ${userId} and suspended_at is null`.execute(db)
  const [row] = rows
  return row && { keyId: null, kind: 'personal', teamId: row.team_id, userId, role: row.role }
}

export async function setPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await sql`
    insert into user_password (user_id, hash) values (${userId}, ${hash})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`.execute(tx)
}

/** How a token is stored: to be looked up, and, if it is sent by e-mail, to be read once more. */
export interface StoredToken {
  hmac: Buffer
  sealed: Buffer | null
}

export async function replaceInvitation(
  db: Db,
  userId: number,
  { hmac, sealed }: StoredToken,
  days: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into invitation (user_id, token_hmac, sealed_token, expires_at)
    values (${userId}, ${hmac}, ${sealed}, now() + make_interval(days => ${days}))
    on conflict (user_id) do update set token_hmac = excluded.token_hmac, sealed_token = excluded.sealed_token,
      expires_at = excluded.expires_at, created_at = now()
    returning expires_at`.execute(db)
  return rows[0]?.expires_at
}

export async function replacePasswordReset(
  tx: Tx,
  userId: number,
  { hmac, sealed }: StoredToken,
  minutes: number,
): Promise<void> {
  await sql`
    insert into password_reset (user_id, token_hmac, sealed_token, expires_at)
    values (${userId}, ${hmac}, ${sealed}, now() + make_interval(mins => ${minutes}))
    on conflict (user_id) do update set token_hmac = excluded.token_hmac, sealed_token = excluded.sealed_token,
      expires_at = excluded.expires_at, created_at = now()`.execute(tx)
}

export interface Invited {
  user_id: number
  name: string
  email: string
}

/** By the token of an invitation or of a password reset. */
export async function findInvited(db: Db, tokenHmac: Buffer): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select u.id as user_id, u.name, u.email from app_user u where u.suspended_at is null and u.id in (
      select user_id from invitation where token_hmac = ${tokenHmac} and expires_at > now()
      union all select user_id from password_reset where token_hmac = ${tokenHmac} and expires_at > now())`.execute(
    db,
  )
  return rows[0]
}

/** False when the token was used, replaced or has expired; only one caller gets true. The user's other links end, too. */
export async function useInvitation(tx: Tx, userId: number, tokenHmac: Buffer): Promise<boolean> {
  const { rows: used } = await sql`
    with used_invitation as (
      delete from invitation where token_hmac = ${tokenHmac} and expires_at > now() returning user_id),
    used_reset as (
      delete from password_reset where token_hmac = ${tokenHmac} and expires_at > now() returning user_id)
    select user_id from used_invitation union all select user_id from used_reset`.execute(tx)
  if (used.length === 0) return false
  await sql`delete from invitation where user_id = ${userId}`.execute(tx)
  await deletePasswordReset(tx, userId)
  return true
}

export async function deletePasswordReset(tx: Tx, userId: number): Promise<void> {
  await sql`delete from password_reset where user_id = ${userId}`.execute(tx)
}

export async function deleteLapsedInvitations(db: Db): Promise<void> {
  await sql`delete from invitation where expires_at < now()`.execute(db)
  await sql`delete from password_reset where expires_at < now()`.execute(db)
}

/** Undefined when no user is linked to it, or the user is suspended. */
export async function findUserByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    select i.user_id from user_identity i join app_user u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject} and u.suspended_at is null`.execute(db)
  return rows[0]?.user_id
}

/** False when the user is linked to another account of this issuer, or the account to another user. */
export async function linkIdentity(
  db: Db,
  userId: number,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into user_identity (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict do nothing returning user_id`.execute(db)
  return rows.length > 0
}
