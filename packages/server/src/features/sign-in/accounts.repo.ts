/** SQL of passwords, invitations and provider identities. */
import type { Role } from '@inlet/contract'
import { sql } from 'kysely'
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

export async function setPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await sql`
    insert into user_password (user_id, hash) values (${userId}, ${hash})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`.execute(tx)
}

export async function replaceInvitation(
  db: Db,
  userId: number,
  tokenHmac: Buffer,
  days: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into invitation (user_id, token_hmac, expires_at)
    values (${userId}, ${tokenHmac}, now() + make_interval(days => ${days}))
    on conflict (user_id) do update set token_hmac = excluded.token_hmac, expires_at = excluded.expires_at,
      created_at = now()
    returning expires_at`.execute(db)
  return rows[0]?.expires_at
}

export interface Invited {
  user_id: number
  name: string
  email: string
}

export async function findInvited(db: Db, tokenHmac: Buffer): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select u.id as user_id, u.name, u.email from invitation i join app_user u on u.id = i.user_id
    where i.token_hmac = ${tokenHmac} and i.expires_at > now() and u.suspended_at is null`.execute(db)
  return rows[0]
}

/** False when the invitation was used, replaced or has expired; only one caller gets true. */
export async function useInvitation(tx: Tx, tokenHmac: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from invitation where token_hmac = ${tokenHmac} and expires_at > now() returning user_id`.execute(
    tx,
  )
  return rows.length > 0
}

export async function deleteLapsedInvitations(db: Db): Promise<void> {
  await sql`delete from invitation where expires_at < now()`.execute(db)
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
