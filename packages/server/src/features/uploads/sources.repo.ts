/** SQL of source URLs, which are stored encrypted until the download ends. */
import { sql } from 'kysely'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export async function insertSource(tx: Tx, key: string, sealed: Buffer): Promise<void> {
  await sql`insert into upload (key, upload_type, source_sealed) values (${key}, 'url', ${sealed})`.execute(
    tx,
  )
}

/** Undefined when the upload is of another type, or its download has ended. */
export async function findSource(db: Db | Tx, key: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ source_sealed: Buffer | null }>`
    select source_sealed from upload where key = ${key} and upload_type = 'url'`.execute(db)
  return rows[0]?.source_sealed ?? undefined
}

/** Re-encrypts every URL when the sealing key of the deployment is replaced. */
export async function resealSources(tx: Tx, from: SecretBox, to: SecretBox): Promise<void> {
  const { rows } = await sql<{ key: string; source_sealed: Buffer | null }>`
    select key, source_sealed from upload where upload_type = 'url' order by key for update`.execute(tx)
  for (const { key, source_sealed: sealed } of rows)
    if (sealed)
      await sql`update upload set source_sealed = ${to.seal(from.open(sealed))} where key = ${key}`.execute(
        tx,
      )
}
