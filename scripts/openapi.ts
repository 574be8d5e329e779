/**
 * Writes packages/contract/openapi.json from the routes as they are served. `--check` writes nothing: it fails
 * when the committed file is stale, and says whether the difference would break a client.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildDeps } from '../packages/server/src/app/deps.ts'
import { buildHttp } from '../packages/server/src/app/http.ts'
import { readConfig } from '../packages/server/src/platform/config/config.ts'
import { breakingChanges } from './openapi-breaking.ts'

const path = join(import.meta.dirname, '../packages/contract/openapi.json')

async function currentDocument(): Promise<object> {
  const config = readConfig({
    INLET_PUBLIC_URL: 'https://inlet.example',
    INLET_SECRET: 'only-to-build-the-document-0000000000',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'none',
    S3_ACCESS_KEY_ID: 'none',
    S3_SECRET_ACCESS_KEY: 'none',
  })
  const log = pino({ level: 'silent' })
  const app = await buildHttp(buildDeps(config, { name: 'openapi', role: 'enqueue', log }))
  await app.ready()
  return app.swagger()
}

const document = await currentDocument()
const text = `${JSON.stringify(document, null, 2)}\n`

if (process.argv.includes('--check')) {
  const committed = readFileSync(path, 'utf8')
  const broken = breakingChanges(JSON.parse(committed) as object, document)
  for (const change of broken) console.error(`breaks clients: ${change}`)
  if (committed !== text) {
    console.error('packages/contract/openapi.json is stale. Run "npm run openapi" and commit it.')
    process.exitCode = 1
  }
} else {
  writeFileSync(path, text)
}
process.exit()
