import { CompiledQuery } from 'kysely'
import type { Db as BossDb } from 'pg-boss'
import type { Tx } from '../db/database.ts'

/** Lets the job engine run statements inside one of our transactions. */
export function transactionDb(tx: Tx): BossDb {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...values]))
      return { rows }
    },
  }
}
