import { sql } from 'kysely'
import type { ReadinessCheck } from '../platform/http/health.ts'
import type { Deps } from './deps.ts'

/** The dependencies that every process needs. */
export function readinessChecks({ db, store }: Deps): ReadinessCheck[] {
  return [
    {
      name: 'database',
      run: async () => {
        await sql`select 1`.execute(db)
        return undefined
      },
    },
    {
      name: 'storage',
      run: async () => {
        await store.ping()
        return undefined
      },
    },
  ]
}
