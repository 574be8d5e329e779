/** Plants operator mistakes one by one; the doctor must report each with a remedy. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteBucketCorsCommand, DeleteBucketLifecycleCommand } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../../../test/harness/admin.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { freePort, testConfig, testEnv } from '../../../../test/harness/config.ts'
import { createEmptyDatabase } from '../../../../test/harness/database.ts'
import { makeBucket, type OwnBucket } from '../../../../test/harness/own-bucket.ts'
import { openMailer } from '../../../app/open-mailer.ts'
import { openStore } from '../../../app/open-store.ts'
import { speechSettings } from '../../../app/speech-settings.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { checkProcessing } from './check-processing.handler.ts'
import type { CheckResult } from './check-result.ts'
import { type DiagnosisArea, diagnose } from './diagnose.ts'

let bucket: OwnBucket
let app: TestApp
let stranger: Server
beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name, INLET_SECRET: goodSecret })
  stranger = createServer((_request, response) => response.end('Welcome to nginx!'))
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  await sql`
    insert into job.instance (id, host, pid, version, node_version, heartbeat_seconds, supervise, schedule, migrate,
      persist_queue_stats, persist_warnings)
    values (gen_random_uuid(), 'h', 1, '1', '26', 30, true, true, false, false, false)`.execute(app.deps.db)
}, 120_000)
afterAll(async () => {
  stranger.close()
  await app.close()
  await bucket.remove()
}, 120_000)

const goodSecret = randomBytes(48).toString('base64url')

interface Planted {
  env?: Record<string, string>
  databaseUrl?: string
  area: DiagnosisArea
  aheadMs?: number
}

async function examine({
  env = {},
  databaseUrl = app.databaseUrl,
  area,
  aheadMs = 0,
}: Planted): Promise<CheckResult[]> {
  const config = testConfig(databaseUrl, {
    S3_BUCKET: bucket.name,
    INLET_SECRET: goodSecret,
    INLET_PUBLIC_URL: app.url,
    ...env,
  })
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 2,
    applicationName: 'doctor',
    profile: 'admin',
    onError: () => {},
  })
  try {
    return await diagnose({
      config,
      database,
      store: openStore(config),
      mailer: openMailer(config),
      areas: [area],
      checkProcessing: () =>
        checkProcessing({
          workRoot: config.INLET_WORK_DIR,
          allowsReduced: config.INLET_SANDBOX === 'reduced',
          speech: speechSettings(config),
        }),
      now: () => Date.now() + aheadMs,
    })
  } finally {
    await database.close()
  }
}

const withUrl = (change: (url: URL) => void) => {
  const url = new URL(app.databaseUrl)
  change(url)
  return url.toString()
}
const troubles = (results: CheckResult[]) => results.filter(({ state }) => state !== 'ok')

describe('the doctor', () => {
  it.each(['settings', 'database', 'storage', 'address', 'workers'] as const)(
    'reports no problem when the %s are correct',
    async (area) => {
      const results = await examine({ area })
      expect(troubles(results)).toEqual([])
      expect(results.length).toBeGreaterThan(0)
    },
  )

  const cases: [string, () => Promise<Planted> | Planted, string, RegExp][] = [
    [
      'a guessable secret',
      () => ({ area: 'settings', env: { INLET_SECRET: 'my very own secret for this server' } }),
      'secret',
      /openssl/,
    ],
    [
      'an unreachable database',
      async () => ({
        area: 'database',
        databaseUrl: withUrl((url) => {
          url.port = '1'
        }),
      }),
      'database',
      /connection was refused/,
    ],
    [
      'a missing database',
      () => ({
        area: 'database',
        databaseUrl: withUrl((url) => {
          url.pathname = '/nope'
        }),
      }),
      'database',
      /createdb/,
    ],
    ['a wrong clock', () => ({ area: 'database', aheadMs: 5 * 60_000 }), 'database clock', /chrony/],
    [
      'an unknown host of the store',
      () => ({ area: 'storage', env: { S3_ENDPOINT: 'http://nowhere.invalid' } }),
      'storage',
      /cannot be resolved/,
    ],
    [
      'an unreachable store',
      async () => ({ area: 'storage', env: { S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` } }),
      'storage',
      /connection was refused/,
    ],
    [
      'a wrong key of the store',
      () => ({ area: 'storage', env: { S3_SECRET_ACCESS_KEY: 'wrong' } }),
      'storage',
      /S3_SECRET_ACCESS_KEY/,
    ],
    [
      'a missing bucket',
      () => ({ area: 'storage', env: { S3_BUCKET: 'inlet-no-such-bucket' } }),
      'storage',
      /npm run migrate/,
    ],
    [
      'another service at the public URL',
      () => ({
        area: 'address',
        env: { INLET_PUBLIC_URL: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}` },
      }),
      'public URL',
      /Point INLET_PUBLIC_URL/,
    ],
    [
      'an unreachable public URL',
      () => ({ area: 'address', env: { INLET_PUBLIC_URL: 'http://nowhere.invalid' } }),
      'public URL',
      /DNS/,
    ],
    [
      'an unreachable issuer',
      () => ({
        area: 'address',
        env: {
          INLET_OIDC_ISSUER: 'http://nowhere.invalid',
          INLET_OIDC_CLIENT_ID: 'a',
          INLET_OIDC_CLIENT_SECRET: 'b',
        },
      }),
      'single sign-on',
      /INLET_OIDC_ISSUER/,
    ],
    [
      'a work directory that cannot be created',
      () => ({ area: 'machine', env: { INLET_WORK_DIR: '/dev/null/inlet' } }),
      'work directory',
      /INLET_WORK_DIR/,
    ],
    [
      'missing models',
      () => ({ area: 'machine', env: { INLET_MODELS_DIR: '/nonexistent' } }),
      'speech',
      /npm run models/,
    ],
  ]
  it.each(cases)('reports %s with the fix', async (_what, plant, check, fix) => {
    const found = troubles(await examine(await plant()))
    expect(found.map((result) => result.check)).toContain(check)
    expect(found.find((result) => result.check === check)?.fix).toMatch(fix)
    expect(JSON.stringify(found)).not.toContain(goodSecret)
  })

  it('reports a database without migrations', async () => {
    const empty = await createEmptyDatabase()
    const found = troubles(await examine({ area: 'database', databaseUrl: empty.url }))
    expect(found.map(({ check }) => check)).toEqual(['migrations'])
    await empty.drop()
  })

  it('reports a bucket without CORS rules, and one without expiration', async () => {
    const own = await makeBucket()
    await own.store.client.send(new DeleteBucketCorsCommand({ Bucket: own.name }))
    await own.store.client.send(new DeleteBucketLifecycleCommand({ Bucket: own.name }))
    const found = troubles(await examine({ area: 'storage', env: { S3_BUCKET: own.name } }))
    expect(found.map(({ check, state }) => `${state} ${check}`)).toEqual([
      'failed browser uploads (CORS)',
      'warning upload expiration',
    ])
    await own.remove()
  })

  it('reports missing workers and dead letters', async () => {
    await sql`update job.instance set heartbeat_on = now() - interval '10 minutes'`.execute(app.deps.db)
    await sql`insert into job.job (name, state) values ('dead-letter', 'created')`.execute(app.deps.db)
    const found = troubles(await examine({ area: 'workers' }))
    expect(found.map(({ check, state }) => `${state} ${check}`)).toEqual(['failed workers', 'warning jobs'])
  })

  it('exits with 1 as a command, lists each invalid setting, and supports JSON', async () => {
    const env = testEnv(app.databaseUrl, {
      S3_BUCKET: bucket.name,
      INLET_PORT: 'many',
      INLET_SECRET: 'short',
    })
    const bad = await runAdmin(env, 'doctor', '--json')
    expect(bad.code).toBe(1)
    expect((JSON.parse(bad.out) as CheckResult[]).map(({ check }) => check)).toEqual(['settings', 'settings'])
    const good = await runAdmin(
      testEnv(app.databaseUrl, { INLET_SECRET: goodSecret }),
      'doctor',
      '--only',
      'settings',
    )
    expect([good.code, good.out]).toEqual([0, expect.stringContaining('ok')])
  })

  it('reports a directory without write permission', async () => {
    if (process.getuid?.() === 0) return
    const dir = await mkdtemp(join(tmpdir(), 'inlet-closed-'))
    await chmod(dir, 0o500)
    expect(troubles(await examine({ area: 'machine', env: { INLET_WORK_DIR: dir } }))[0]?.check).toBe(
      'work directory',
    )
  })
})
