/** INLET_SECRET: checked at start, replaced under load without a rejected call, and worthless once it is retired. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../../../../../scripts/programs/program-path.ts'
import { adminJson, runAdmin } from '../../../test/harness/admin.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { type Balancer, startBalancer } from '../../../test/harness/balancer.ts'
import { freePort, testConfig, testEnv, testSecret } from '../../../test/harness/config.ts'
import { callApi } from '../../../test/harness/imports.ts'
import { fetchToken, makeCaller } from '../../../test/harness/people.ts'
import {
  type ApiProcess,
  startApiProcess,
  startNode,
  startWorkerProcess,
  waitFor,
} from '../../../test/harness/processes.ts'
import { makeVisitor, visitorWith } from '../../../test/harness/visitors.ts'
import { checkSecretUse } from '../../features/maintenance/doctor/check-secret.ts'
import { inTransaction } from '../db/database.ts'
import { createDeploymentSecrets, listSecretUses, retireSecrets, secretMark } from './deployment-secrets.ts'
import { createSecretBox } from './secrets.ts'
import { loadKeyRing, resealSigningKeys, rotateSigningKeys } from './signing-keys.ts'

const newSecret = randomBytes(48).toString('base64url')
const otherSecret = randomBytes(48).toString('base64url')
const old = { INLET_SECRET: testSecret }
const both = { INLET_SECRET: newSecret, INLET_SECRET_PREVIOUS: testSecret }
const fresh = { INLET_SECRET: newSecret }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function exitOf(
  script: 'api' | 'worker',
  env: Record<string, string>,
): Promise<[number | null, string]> {
  const settings = testEnv(app.databaseUrl, {
    INLET_PORT: String(await freePort()),
    INLET_STORAGE_PROBE: 'off',
    ...env,
  })
  const child =
    script === 'worker'
      ? startWorkerProcess(app.databaseUrl, env)
      : startNode(programPath('api'), [], settings)
  let log = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return [code, log]
}

describe('a wrong INLET_SECRET', () => {
  it('stops api, worker and admin at start, with a message that says what to do', async () => {
    const wrong = { INLET_SECRET: otherSecret }
    for (const script of ['api', 'worker'] as const) {
      const [code, log] = await exitOf(script, wrong)
      expect([script, code]).toEqual([script, 78])
      expect(log).toContain('INLET_SECRET does not match the database')
      expect(log).not.toContain(otherSecret)
    }
    const ended = await runAdmin(testEnv(app.databaseUrl, wrong), 'team', 'list')
    expect([ended.code, ended.out]).toEqual([78, ''])
    expect(ended.err).toContain('INLET_SECRET_PREVIOUS')
    const neither = { ...wrong, INLET_SECRET_PREVIOUS: newSecret }
    const both = await runAdmin(testEnv(app.databaseUrl, neither), 'team', 'list')
    expect([both.code, both.err]).toEqual([78, expect.stringContaining('INLET_SECRET_PREVIOUS do not match')])
    expect(await checkSecretUse(app.deps.db, wrong)).toMatchObject({ state: 'failed' })
  })
})

interface Load {
  calls: number
  failures: string[]
  stop(): Promise<void>
}

/** Old tokens, new tokens and a session, 20 times a second. */
function startLoad(url: string, key: Parameters<typeof fetchToken>[1], token: string, cookie: string): Load {
  let isOn = true
  const load: Load = { calls: 0, failures: [], stop: async () => {} }
  const visitor = visitorWith({ url }, cookie)
  const kinds: [string, () => Promise<number>][] = [
    ['old token', async () => (await callApi(url, token, '/projects')).status],
    ['session', async () => (await visitor.get('/session')).status],
    ['key', async () => ((await fetchToken(url, key)) === '' ? 0 : 200)],
    ['new token', async () => (await callApi(url, await fetchToken(url, key), '/projects')).status],
  ]
  const running = (async () => {
    for (let i = 0; isOn; i += 1) {
      const kind = kinds[i % kinds.length]
      if (!kind) return
      load.calls += 1
      // Token requests are limited to 60 per minute, so they are rarer.
      const [name, call] = i % 100 < 4 ? kind : (kinds[i % 2] ?? kind)
      await call().then(
        (status) => status === 200 || load.failures.push(`${name} answered ${status}`),
        (error: Error) => load.failures.push(`${name}: ${error.message}`),
      )
      await sleep(50)
    }
  })()
  load.stop = async () => {
    isOn = false
    await running
  }
  return load
}

describe('the rotation of INLET_SECRET', () => {
  let balancer: Balancer
  let apis: ApiProcess[] = []
  beforeAll(async () => {
    balancer = await startBalancer()
  })
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.stop()))
    await balancer.close()
  })

  async function replaceAll(env: Record<string, string>): Promise<void> {
    for (const [place, before] of [...apis].entries()) {
      apis[place] = await startApiProcess(app.databaseUrl, env)
      balancer.targets = apis.map(({ url }) => url)
      await before.stop()
    }
  }

  it('rejects no key, token or session while old and new processes run side by side', async () => {
    apis = [await startApiProcess(app.databaseUrl, old), await startApiProcess(app.databaseUrl, old)]
    balancer.targets = apis.map(({ url }) => url)
    const { key, token } = await makeCaller(app)
    const { visitor } = await makeVisitor(app)
    const load = startLoad(balancer.url, key, token, visitor.cookie)

    await replaceAll(both)
    expect(await checkSecretUse(app.deps.db, both)).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('Restart'),
    })
    // The signing key can be rotated in between.
    await sql`update signing_key set created_at = now() - interval '1 hour'`.execute(app.deps.db)
    await rotateSigningKeys(app.deps.db, app.deps.secrets, { isImmediate: false })
    await replaceAll(fresh)

    const env = testEnv(app.databaseUrl, fresh)
    const tooEarly = await runAdmin(env, 'secret', 'retire')
    expect([tooEarly.code, tooEarly.err]).toEqual([1, expect.stringContaining('Restart it')])
    const leaveUnused = () =>
      sql`update deployment_secret set last_used_at = now() - interval '1 hour'
        where mark = ${secretMark(testSecret)}`.execute(app.deps.db)
    await leaveUnused()
    expect(await checkSecretUse(app.deps.db, fresh)).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('secret retire'),
    })
    // The api of this test still runs with the old secret and may report it in between.
    await waitFor(async () => {
      await leaveUnused()
      return (await runAdmin(env, 'secret', 'retire')).code === 0
    })
    // Longer than a process caches its key ring.
    await sleep(6_000)
    await load.stop()
    process.stdout.write(`secret rotation: calls=${load.calls} rejected=${load.failures.length}\n`)
    expect(load.failures).toEqual([])
    expect(load.calls).toBeGreaterThan(100)
    expect(await checkSecretUse(app.deps.db, fresh)).toMatchObject({ state: 'ok' })
    expect(await checkSecretUse(app.deps.db, both)).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('no longer needed'),
    })
    expect(await adminJson<object[]>(env, 'secret', 'status')).toMatchObject([
      { secret: 'INLET_SECRET', is_in_use: true },
    ])
  }, 180_000)

  it('leaves nothing that the old secret opens', async () => {
    expect((await exitOf('api', old))[0]).toBe(78)
    const { rows } = await sql<{ private_sealed: Buffer }>`select private_sealed from signing_key`.execute(
      app.deps.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    const current = createDeploymentSecrets(app.deps.db, fresh)
    await current.load()
    for (const { private_sealed } of rows) {
      expect(() => createSecretBox(testSecret).open(private_sealed)).toThrow()
      // What the old secret once unwrapped is no longer enough either.
      expect(() => app.deps.secrets.open(private_sealed)).toThrow()
      expect(current.open(private_sealed)).toContain('"d"')
    }
    expect((await listSecretUses(app.deps.db)).map(({ mark }) => mark)).toEqual([secretMark(newSecret)])
  })
})

describe('a deployment from before the key material was stored', () => {
  let legacy: TestApp
  beforeAll(async () => {
    legacy = await startTestApp()
  })
  afterAll(() => legacy.close())

  /** As the previous release left it: keys derived from the secret itself. */
  async function makeLegacy() {
    const { db } = legacy.deps
    const box = createSecretBox(testSecret)
    const { key } = await makeCaller(legacy)
    await sql`update api_key_secret set secret_hmac = ${box.hashClientSecret(key.client_secret)}`.execute(db)
    const ring = await loadKeyRing(db, legacy.deps.secrets)
    await inTransaction(db, (tx) => resealSigningKeys(tx, legacy.deps.secrets, box))
    await sql`delete from deployment_secret`.execute(db)
    return { key, kid: ring.kid }
  }

  it('keeps its keys, refuses a wrong secret, and can be rotated', async () => {
    const { db } = legacy.deps
    const { key, kid } = await makeLegacy()
    await expect(createDeploymentSecrets(db, { INLET_SECRET: otherSecret }).load()).rejects.toThrow(
      'does not match',
    )
    expect(await listSecretUses(db)).toEqual([])
    // Upgraded and rotated in one step.
    const rotated = createDeploymentSecrets(db, both)
    await rotated.load()
    expect((await loadKeyRing(db, rotated)).kid).toBe(kid)
    expect(rotated.fingerprint('session', 'x')).toEqual(
      createSecretBox(testSecret).fingerprint('session', 'x'),
    )
    const api = await startApiProcess(legacy.databaseUrl, both)
    try {
      expect(await fetchToken(api.url, key)).toMatch(/\./)
    } finally {
      await api.stop()
    }
  })
})

describe('a lost secret', () => {
  it('is replaced by reset, after which keys need new secrets', async () => {
    const lost = await startTestApp()
    try {
      const { key } = await makeCaller(lost)
      const env = testEnv(lost.databaseUrl, { INLET_SECRET: otherSecret })
      expect((await runAdmin(env, 'secret', 'reset')).err).toContain('Add --yes')
      expect((await runAdmin(env, 'secret', 'reset', '--yes')).code).toBe(0)
      const api = await startApiProcess(lost.databaseUrl, { INLET_SECRET: otherSecret })
      try {
        await expect(fetchToken(api.url, key)).rejects.toThrow('invalid_client')
        const renewed = await adminJson<typeof key>(env, 'key', 'rotate', key.client_id)
        expect(await fetchToken(api.url, renewed)).toMatch(/\./)
      } finally {
        await api.stop()
      }
    } finally {
      await lost.close()
    }
  })
})

describe('processes that start at the same time', () => {
  it('create the key material once', async () => {
    const { db } = app.deps
    const config = testConfig(app.databaseUrl, fresh)
    await sql`delete from deployment_secret`.execute(db)
    await sql`delete from signing_key`.execute(db)
    const boxes = Array.from({ length: 8 }, () => createDeploymentSecrets(db, config))
    await Promise.all(boxes.map((box) => box.load()))
    const hashes = new Set(boxes.map((box) => box.hashClientSecret('x').toString('hex')))
    expect([hashes.size, (await listSecretUses(db)).length]).toEqual([1, 1])
    expect(await retireSecrets(db, { secret: newSecret, reseal: resealSigningKeys })).toBe(0)
  })
})
