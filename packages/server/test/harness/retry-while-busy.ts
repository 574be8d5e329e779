import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Autovacuum may be running in a database that is cloned or dropped. It ends within moments. */
export async function retryWhileBusy(code: string, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await work()
      return
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === code
      if (!isBusy || tries === 50) throw error
      await sleep(200)
    }
  }
}
