/** SQL of sessions. */
import type { Role } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface SessionRow {
  id: number
  user_id: number
  team_id: number
  role: Role
  is_due: boolean
}

/** Undefined when it does not exist, has ended, or its user is suspended. `is_due`: last extended at least `seconds` ago. */
export async function findLiveSession(
  db: Db,
  tokenHmac: Buffer,
  lifetimeSeconds: number,
  renewAfterSeconds: number,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.user_id, u.team_id, u.role,
      s.expires_at < now() + make_interval(secs => ${lifetimeSeconds - renewAfterSeconds}) as is_due
    from session s join app_user u on u.id = s.user_id
    where s.token_hmac = ${tokenHmac} and s.expires_at > now() and u.suspended_at is null`.execute(db)
  return rows[0]
}

export async function insertSession(
  db: Db | Tx,
  session: { userId: number; tokenHmac: Buffer; lifetimeSeconds: number },
): Promise<void> {
  await sql`
    insert into session (user_id, token_hmac, expires_at)
    values (${session.userId}, ${session.tokenHmac}, now() + make_interval(secs => ${session.lifetimeSeconds}))`.execute(
    db,
  )
}

export async function renewSession(db: Db, sessionId: number, lifetimeSeconds: number): Promise<void> {
  await sql`
    update session set expires_at = now() + make_interval(secs => ${lifetimeSeconds})
    where id = ${sessionId} and expires_at > now()`.execute(db)
}

export async function deleteSession(db: Db, tokenHmac: Buffer): Promise<void> {
  await sql`delete from session where token_hmac = ${tokenHmac}`.execute(db)
}

/** Returns the number of ended sessions. */
export async function deleteSessionsOf(db: Db | Tx, userId: number, exceptId = 0): Promise<number> {
  const { rows } = await sql`
    delete from session where user_id = ${userId} and id <> ${exceptId} returning id`.execute(db)
  return rows.length
}

export async function deleteEndedSessions(db: Db): Promise<void> {
  await sql`delete from session where expires_at < now()`.execute(db)
}
