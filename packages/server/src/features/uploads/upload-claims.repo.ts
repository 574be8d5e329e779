/** SQL of claims: which call is accepting an upload at the moment. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A call that dies without releasing its claim blocks others for this long. */
export const claimSeconds = 10

const expiry = sql`now() + make_interval(secs => ${claimSeconds})`

/** False while another call holds it. */
export async function takeClaim(db: Db, name: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into upload_claim as claim (name, holder, expires_at) values (${name}, ${holder}, ${expiry})
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where claim.expires_at < now()
    returning 1`.execute(db)
  return rows.length > 0
}

export async function renewClaim(db: Db, name: string, holder: string): Promise<void> {
  await sql`update upload_claim set expires_at = ${expiry} where name = ${name} and holder = ${holder}`.execute(
    db,
  )
}

export async function releaseClaim(db: Db, name: string, holder: string): Promise<void> {
  await sql`delete from upload_claim where name = ${name} and holder = ${holder}`.execute(db)
}

/** Of calls that died; nobody completed the same upload again. */
export async function deleteExpiredClaims(db: Db): Promise<void> {
  await sql`delete from upload_claim where expires_at < now() - interval '1 hour'`.execute(db)
}
