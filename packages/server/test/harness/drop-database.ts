import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Autovacuum may be running there, which an ordinary user cannot terminate; it ends within moments. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === '42501'
      if (!isBusy || tries === 50) throw error
      await sleep(200)
    }
  }
}
