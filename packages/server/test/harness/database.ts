import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { dropDatabase } from './drop-database.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** The template has another session. */
const objectInUse = '55006'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A migrated database for one test file. */
export const createTestDatabase = () => createDatabase(inject('templateDatabase'))

/** An empty database, as a restore requires it. */
export const createEmptyDatabase = () => createDatabase('template0')

async function createDatabase(template: string): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `inlet_test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, (client) =>
    retryWhileBusy(objectInUse, () => client.query(`create database ${name} template ${template}`)),
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    drop: () => onServer(serverUrl, (client) => dropDatabase(client, name)),
  }
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Two clones of one template cannot be created at the same time; the lock makes the second wait.
    await client.query('select pg_advisory_lock(4711)')
    await work(client)
  } finally {
    await client.end()
  }
}
