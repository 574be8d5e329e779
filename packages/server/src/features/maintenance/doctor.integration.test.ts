/** Mistakes of operators, planted one by one: the doctor names each, and says what to do. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteBucketCorsCommand, DeleteBucketLifecycleCommand } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../../test/harness/admin.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { freePort, testConfig, testEnv } from '../../../test/harness/config.ts'
import { createEmptyDatabase } from '../../../test/harness/database.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { openStore } from '../../app/deps.ts'
import { speechSettings } from '../../app/speech-settings.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { checkProcessing } from './check-processing.handler.ts'
import { type DiagnosisArea, diagnose } from './diagnose.ts'
import type { Finding } from './finding.ts'

let bucket: OwnBucket
let app: TestApp
let stranger: Server
beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name })
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
}: Planted): Promise<Finding[]> {
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
    onError: () => {},
  })
  try {
    return await diagnose({
      config,
      database,
      store: openStore(config),
      areas: [area],
      checkProcessing: () => checkProcessing(config.INLET_WORK_DIR, speechSettings(config)),
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
const troubles = (findings: Finding[]) => findings.filter(({ state }) => state !== 'ok')

describe('the doctor', () => {
  it.each(['settings', 'database', 'storage', 'address', 'workers'] as const)(
    'has nothing to say about good %s',
    async (area) => {
      const findings = await examine({ area })
      expect(troubles(findings)).toEqual([])
      expect(findings.length).toBeGreaterThan(0)
    },
  )

  const cases: [string, () => Promise<Planted> | Planted, string, RegExp][] = [
    [
      'a secret of words',
      () => ({ area: 'settings', env: { INLET_SECRET: 'my very own secret for this server' } }),
      'secret',
      /openssl/,
    ],
    [
      'a database that does not listen',
      async () => ({
        area: 'database',
        databaseUrl: withUrl((url) => {
          url.port = '1'
        }),
      }),
      'database',
      /Nothing listens/,
    ],
    [
      'a database that does not exist',
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
      /host name is unknown/,
    ],
    [
      'a store that does not listen',
      async () => ({ area: 'storage', env: { S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` } }),
      'storage',
      /Nothing listens/,
    ],
    [
      'a wrong key of the store',
      () => ({ area: 'storage', env: { S3_SECRET_ACCESS_KEY: 'wrong' } }),
      'storage',
      /S3_SECRET_ACCESS_KEY/,
    ],
    [
      'a bucket that does not exist',
      () => ({ area: 'storage', env: { S3_BUCKET: 'inlet-no-such-bucket' } }),
      'storage',
      /npm run migrate/,
    ],
    [
      'somebody else at the public address',
      () => ({
        area: 'address',
        env: { INLET_PUBLIC_URL: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}` },
      }),
      'public address',
      /Point INLET_PUBLIC_URL/,
    ],
    [
      'a public address that is nowhere',
      () => ({ area: 'address', env: { INLET_PUBLIC_URL: 'http://nowhere.invalid' } }),
      'public address',
      /DNS/,
    ],
    [
      'an issuer that is nowhere',
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
      'a work folder nobody can make',
      () => ({ area: 'machine', env: { INLET_WORK_DIR: '/dev/null/inlet' } }),
      'work folder',
      /INLET_WORK_DIR/,
    ],
    [
      'models that are not there',
      () => ({ area: 'machine', env: { INLET_MODELS_DIR: '/nonexistent' } }),
      'speech',
      /npm run models/,
    ],
  ]
  it.each(cases)('names %s', async (_what, plant, check, mend) => {
    const found = troubles(await examine(await plant()))
    expect(found.map((finding) => finding.check)).toContain(check)
    expect(found.find((finding) => finding.check === check)?.mend).toMatch(mend)
    expect(JSON.stringify(found)).not.toContain(goodSecret)
  })

  it('names a database that was not migrated', async () => {
    const empty = await createEmptyDatabase()
    const found = troubles(await examine({ area: 'database', databaseUrl: empty.url }))
    expect(found.map(({ check }) => check)).toEqual(['migrations'])
    await empty.drop()
  })

  it('names a bucket without rules for browsers, and one where nothing expires', async () => {
    const own = await makeBucket()
    await own.store.client.send(new DeleteBucketCorsCommand({ Bucket: own.name }))
    await own.store.client.send(new DeleteBucketLifecycleCommand({ Bucket: own.name }))
    const found = troubles(await examine({ area: 'storage', env: { S3_BUCKET: own.name } }))
    expect(found.map(({ check, state }) => `${state} ${check}`)).toEqual([
      'failed uploads from browsers',
      'warning expiry of uploads',
    ])
    await own.remove()
  })

  it('names workers that are gone, and work that is given up', async () => {
    await sql`update job.instance set heartbeat_on = now() - interval '10 minutes'`.execute(app.deps.db)
    await sql`insert into job.job (name, state) values ('dead-letter', 'created')`.execute(app.deps.db)
    const found = troubles(await examine({ area: 'workers' }))
    expect(found.map(({ check, state }) => `${state} ${check}`)).toEqual(['failed workers', 'warning jobs'])
  })

  it('as a command ends with 1, tells bad settings one by one, and speaks JSON', async () => {
    const env = testEnv(app.databaseUrl, {
      S3_BUCKET: bucket.name,
      INLET_PORT: 'many',
      INLET_SECRET: 'short',
    })
    const bad = await runAdmin(env, 'doctor', '--json')
    expect(bad.code).toBe(1)
    expect((JSON.parse(bad.out) as Finding[]).map(({ check }) => check)).toEqual(['settings', 'settings'])
    const good = await runAdmin(
      testEnv(app.databaseUrl, { INLET_SECRET: goodSecret }),
      'doctor',
      '--only',
      'settings',
    )
    expect([good.code, good.out]).toEqual([0, expect.stringContaining('ok')])
  })

  it('finds a folder it may not write to', async () => {
    if (process.getuid?.() === 0) return
    const dir = await mkdtemp(join(tmpdir(), 'inlet-closed-'))
    await chmod(dir, 0o500)
    expect(troubles(await examine({ area: 'machine', env: { INLET_WORK_DIR: dir } }))[0]?.check).toBe(
      'work folder',
    )
  })
})
