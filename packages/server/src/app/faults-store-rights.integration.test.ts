/** Access keys with the policies that docs/guides/storage.md prints: each can do what it needs, and nothing else. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../test/harness/admin.ts'
import { testConfig, testEnv } from '../../test/harness/config.ts'
import { type ImportBench, openImportBench } from '../../test/harness/import-bench.ts'
import { waitForFinal } from '../../test/harness/imports.ts'
import { makeBucket, type OwnBucket } from '../../test/harness/own-bucket.ts'
import { type StoreProxy, startStoreProxy } from '../../test/harness/store-proxy.ts'
import { grant, makeStoreUser, type Policy, type StoreUserKey } from '../../test/harness/store-users.ts'
import type { CheckResult } from '../features/maintenance/doctor/check-result.ts'
import { prepareBucket } from '../platform/object-store/bucket.ts'
import { openStore } from './open-store.ts'
import { assertStoreIsUsable } from './start.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/storage.md'), 'utf8')

/** The policy under the heading that names it. */
function policyOf(heading: string): Policy {
  const section = guide.slice(guide.indexOf(`### ${heading}\n`))
  const [, json] = /```json\n([\s\S]*?)```/.exec(section) ?? []
  if (json === undefined) throw new Error(`The guide has no policy for ${heading}.`)
  return JSON.parse(json) as Policy
}

let bucket: OwnBucket
let users: Record<'api' | 'worker' | 'migration' | 'single', StoreUserKey>
beforeAll(async () => {
  bucket = await makeBucket()
  const id = randomBytes(4).toString('hex')
  const [api, worker, migration, single] = await Promise.all(
    ['api', 'worker', 'migration', 'single'].map((name) => makeStoreUser(`${name}${id}`)),
  )
  if (!api || !worker || !migration || !single) throw new Error('A user is missing.')
  users = { api, worker, migration, single }
  await grant(bucket, [
    { user: api, policy: policyOf('api') },
    { user: worker, policy: policyOf('worker and inlet-admin') },
    { user: migration, policy: policyOf('migration') },
    { user: single, policy: policyOf('One key for everything') },
  ])
}, 120_000)
afterAll(() => bucket.remove(), 120_000)

const settingsOf = (user: StoreUserKey) => ({ ...user.settings, S3_BUCKET: bucket.name })
const storeOf = (user: StoreUserKey) => openStore(testConfig('postgres://unused', settingsOf(user)))
const start = (user: StoreUserKey, as: 'api' | 'worker') => {
  const config = testConfig('postgres://unused', { ...settingsOf(user), INLET_STORAGE_PROBE: 'require' })
  return assertStoreIsUsable({ config, store: openStore(config), log: pino({ level: 'silent' }) }, as)
}
const warningsOf = async (user: StoreUserKey) => {
  const warnings: string[] = []
  await prepareBucket(storeOf(user), ['https://other.example'], (warning) => warnings.push(warning))
  return warnings
}

describe('the smallest policies', () => {
  let bench: ImportBench
  beforeAll(async () => {
    bench = await openImportBench({ settings: settingsOf(users.api), env: settingsOf(users.worker) })
  }, 120_000)
  afterAll(() => bench.close(), 120_000)

  it('pass the start-up probes of api and worker', async () => {
    await start(users.api, 'api')
    await start(users.worker, 'worker')
    await start(users.single, 'api')
    await start(users.single, 'worker')
  })

  it('import a file with an access key each for api and worker', { timeout: 240_000 }, async () => {
    const one = await bench.importFile('rights.txt', 'few rights')
    const [outcome] = await waitForFinal(bench.app.deps.db, [one], 200_000)
    expect(outcome).toMatchObject({ state: 'completed' })
    const { store } = bench.app.deps
    const url = await store.presignDownload(outcome?.object_key ?? '')
    expect(await (await fetch(url)).text()).toBe('few rights')
  })

  it('let the api neither delete objects nor change rules', async () => {
    const store = storeOf(users.api)
    await bucket.store.write('derived/kept', Buffer.from('x'), { contentType: 'text/plain', bytes: 1 })
    await expect(store.remove(['derived/kept'])).rejects.toThrow(/s3:DeleteObject/)
    expect(await store.head('derived/kept')).not.toBeNull()
    await expect(
      store.write('derived/mine', Buffer.from('x'), { contentType: 'text/plain', bytes: 1 }),
    ).rejects.toThrow()
    expect(await warningsOf(users.api)).toEqual([
      expect.stringContaining('s3:GetBucketCORS'),
      expect.stringContaining('s3:GetLifecycleConfiguration'),
    ])
  })

  it('let the worker change no rules', async () => {
    const warnings = await warningsOf(users.worker)
    expect(warnings.join('\n')).toMatch(/CORS rule by hand: \{"ID":"inlet-uploads"/)
  })

  it('let the migration set rules and read no object', async () => {
    expect(await warningsOf(users.migration)).toEqual([])
    const store = storeOf(users.migration)
    await expect(store.open('derived/kept')).rejects.toThrow()
    await expect(store.remove(['derived/kept'])).rejects.toThrow()
    await prepareBucket(bucket.store, ['*'])
  })
})

describe('a role with a session token', () => {
  let provider: Server
  let proxy: StoreProxy
  const token = `session-${randomBytes(16).toString('hex')}`
  const withoutToken: string[] = []
  beforeAll(async () => {
    provider = createServer((_request, response) => {
      const Expiration = new Date(Date.now() + 3_600_000).toISOString()
      const key = {
        AccessKeyId: process.env['S3_ACCESS_KEY_ID'],
        SecretAccessKey: process.env['S3_SECRET_ACCESS_KEY'],
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...key, Token: token, Expiration }))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    proxy = await startStoreProxy({
      // The store does not know the token, so the proxy checks it.
      dropsHeaders: ['x-amz-security-token'],
      fault: ({ operation, headers }) => {
        const isSigned = headers['authorization'] !== undefined
        if (isSigned && headers['x-amz-security-token'] !== token) withoutToken.push(operation)
        return undefined
      },
    })
  })
  afterAll(async () => {
    provider.close()
    await proxy.close()
  })

  it("is found by the SDK's own chain, and every call and form carries its token", {
    timeout: 120_000,
  }, async () => {
    const env = testEnv('postgres://unused@127.0.0.1:1/none', {
      S3_BUCKET: bucket.name,
      S3_ENDPOINT: proxy.url,
      S3_ACCESS_KEY_ID: '',
      S3_SECRET_ACCESS_KEY: '',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
    })
    const ended = await runAdmin(env, 'doctor', '--only', 'storage', '--json')
    const results = JSON.parse(ended.out) as CheckResult[]
    expect(results.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(results.length).toBeGreaterThan(15)
    expect(withoutToken).toEqual([])
    expect(proxy.operations).toContain('PostObject')
  })

  it('can also be given as settings, and signs uploads with its token', async () => {
    const store = openStore(
      testConfig('postgres://unused', { S3_BUCKET: bucket.name, S3_SESSION_TOKEN: token }),
    )
    const { upload_fields } = await store.presignUpload({ key: 'incoming/x', maxBytes: 1 })
    expect(upload_fields['X-Amz-Security-Token']).toBe(token)
    expect(new URL(await store.presignDownload('derived/x')).searchParams.get('X-Amz-Security-Token')).toBe(
      token,
    )
  })
})
