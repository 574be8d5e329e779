/** Migrates one template database; every test file clones it, which takes a fraction of a second. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../src/app/migrate-all.ts'
import { openStore } from '../../src/app/open-store.ts'
import { prepareBucket } from '../../src/platform/object-store/bucket.ts'
import { testConfig } from './config.ts'
import { dropDatabase } from './drop-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
    templateDatabase: string
  }
}

export default async function setup(project: TestProject) {
  const serverUrl = process.env['DATABASE_URL']
  if (!serverUrl || !process.env['S3_ENDPOINT']) {
    throw new Error(
      'Integration tests need PostgreSQL and an object store. Start both with "npm run test:integration".',
    )
  }
  recordStatements()
  const template = `inlet_template_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${template}`
  await migrateDatabase(url.toString(), pino({ level: 'warn' }))
  await prepareBucket(openStore(testConfig(serverUrl)), ['*'])
  project.provide('databaseServerUrl', serverUrl)
  project.provide('templateDatabase', template)
  return async () => {
    await dropDatabase(admin, template)
    await admin.end()
  }
}

/** In the test processes and in those they start: see `npm run row-types`. */
function recordStatements(): void {
  if (process.env['INLET_RECORD_SQL'] === undefined) return
  const recorder = join(import.meta.dirname, '../row-types/record-statements.ts')
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${recorder}`
}
