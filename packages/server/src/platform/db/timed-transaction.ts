import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './database.ts'

/** PostgreSQL's code for a cancelled statement. */
const queryCanceled = '57014'

/** A statement ran longer than its transaction allows. */
export class StatementTimeout extends Error {}

/** Like `inTransaction`, with a time limit for each statement. Throws `StatementTimeout`. */
export async function inTimedTransaction<T>(
  db: Db,
  timeoutMs: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== queryCanceled) throw error
    throw new StatementTimeout(`A statement took longer than ${timeoutMs} ms.`, { cause: error })
  }
}
