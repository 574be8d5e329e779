/** Webhooks are managed by their API key, by the person behind it, and disabled by admins of the team. */
import { roles, type Webhook } from '@inlet/contract'
import type { TeamWebhook } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVisitor, visitAs } from '../../../test/harness/visitors.ts'
import { makeWebhookCaller, openWebhookBench, type WebhookBench } from '../../../test/harness/webhooks.ts'
import { createSecretBox } from '../../platform/auth/secrets.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { openWebhookSecrets } from './webhook-secret.ts'
import { findSecrets, resealWebhookSecrets } from './webhooks.repo.ts'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
})
afterAll(() => bench.close())

const url = 'https://hooks.example.org/in'

async function problem(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { code: string }).code]
}

describe('an API key', () => {
  it('creates, reads, changes and deletes its webhooks', async () => {
    const caller = await makeWebhookCaller(bench.app)
    const { secret, ...created } = await caller.create({
      url,
      types: ['file.*', 'survey.completed'],
      project_ids: [caller.projectId],
      description: 'Mirror',
    })
    expect(created).toMatchObject({ status: 'enabled', disabled_reason: null, secret_expires_at: null })
    const path = `/${created.webhook_key}`
    expect(await caller.read('GET', path)).toEqual(created)
    const changed = await caller.read('PATCH', path, { description: 'Copy', types: [] })
    expect(changed).toEqual({ ...created, description: 'Copy', types: [] })
    expect((await caller.call('DELETE', path)).status).toBe(204)
    expect(await problem(await caller.call('GET', path))).toEqual([404, 'webhook_not_found'])
    expect(JSON.stringify(changed)).not.toContain(secret)
  })

  it('lists its own webhooks newest first, and has at most ten', async () => {
    const caller = await makeWebhookCaller(bench.app)
    const other = await makeWebhookCaller(bench.app, { team: caller.team })
    const keys: string[] = []
    for (let i = 0; i < 10; i += 1) keys.unshift((await caller.create({ url })).webhook_key)
    expect(await problem(await caller.call('POST', '', { url }))).toEqual([409, 'webhook_limit_reached'])
    const page = (query: string) =>
      caller.read<{ webhooks: Webhook[]; next_cursor: string | null }>('GET', query)
    const first = await page('?limit=7')
    const second = await page(`?limit=7&cursor=${first.next_cursor}`)
    expect([...first.webhooks, ...second.webhooks].map((one) => one.webhook_key)).toEqual(keys)
    expect(second.next_cursor).toBeNull()
    expect(await problem(await caller.call('GET', '?cursor=nonsense'))).toEqual([400, 'invalid_cursor'])
    expect((await other.read<{ webhooks: unknown[] }>('GET')).webhooks).toEqual([])
    expect(await problem(await other.call('GET', `/${keys[0]}`))).toEqual([404, 'webhook_not_found'])
    expect(await problem(await other.call('DELETE', `/${keys[0]}`))).toEqual([404, 'webhook_not_found'])
  })

  it.each([
    ['http', 'http://hooks.example.org/'],
    ['user info', 'https://user:secret@hooks.example.org/'],
    ['a fragment', 'https://hooks.example.org/#part'],
    ['a private address', 'https://10.0.0.1/'],
    ['too many characters', `https://hooks.example.org/${'x'.repeat(2_000)}`],
    ['nothing that is a URL', 'hooks'],
  ])('cannot use a URL with %s', async (_, refused) => {
    const caller = await makeWebhookCaller(bench.app)
    const { webhook_key } = await caller.create({ url })
    // Networks on the list allow http for names, which are checked when they are resolved.
    const expected = refused.startsWith('http://') ? [201, 200] : [400, 400]
    const created = await caller.call('POST', '', { url: refused })
    const changed = await caller.call('PATCH', `/${webhook_key}`, { url: refused })
    expect([created.status, changed.status]).toEqual(expected)
    if (created.status === 400) expect((await problem(created))[1]).toBe('webhook_url_refused')
  })

  it('gets an error for types, projects and descriptions that it cannot use', async () => {
    const caller = await makeWebhookCaller(bench.app)
    const stranger = await makeWebhookCaller(bench.app)
    const refused = async (body: object) => problem(await caller.call('POST', '', { url, ...body }))
    expect(await refused({ types: ['file.finished'] })).toEqual([400, 'invalid_request'])
    expect(await refused({ project_ids: [stranger.projectId] })).toEqual([404, 'project_not_found'])
    expect(await refused({ description: 'x'.repeat(201) })).toEqual([400, 'invalid_request'])
    expect(await refused({ url: 7 })).toEqual([400, 'invalid_request'])
  })
})

describe('in the workspace', () => {
  it('people manage the webhooks of their keys, and admins see and disable those of the team', async () => {
    const caller = await makeWebhookCaller(bench.app)
    const person = await visitAs(bench.app, caller.user)
    const { visitor: admin } = await makeVisitor(bench.app, { team: caller.team, role: roles.admin })
    const { visitor: colleague } = await makeVisitor(bench.app, { team: caller.team })
    const { client_id } = caller.key
    const created = await person.post('/webhooks', { client_id, url, description: 'Mine' })
    expect(created.status).toBe(201)
    const { webhook, secret } = (await created.json()) as { webhook: TeamWebhook; secret: string }
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toMatchObject({
      is_own: true,
      key: { client_id, kind: 'personal', owner: { id: caller.user.id } },
    })
    expect((await colleague.post('/webhooks', { client_id, url })).status).toBe(400)

    const list = async (visitor: typeof person) =>
      (await visitor.read<{ webhooks: TeamWebhook[] }>('/webhooks')).webhooks
    expect(await list(person)).toEqual([webhook])
    expect(await list(admin)).toEqual([{ ...webhook, is_own: false }])
    expect(await list(colleague)).toEqual([])

    const at = `/webhooks/${webhook.webhook_key}`
    expect((await colleague.post(`${at}/disable`)).status).toBe(404)
    expect((await admin.post(`${at}/disable`)).status).toBe(200)
    expect((await list(person))[0]).toMatchObject({ status: 'disabled', disabled_reason: 'manual' })
    for (const path of ['/enable', '/test', '/redeliver'])
      expect((await admin.post(`${at}${path}`, { since: '2026-01-01T00:00:00Z' })).status).toBe(404)
    expect((await admin.get(`${at}/deliveries`)).status).toBe(404)
    expect((await admin.call('DELETE', at)).status).toBe(404)
    expect((await person.post(`${at}/enable`)).status).toBe(200)
    const rotated = await person.post(`${at}/rotate`, { overlap_seconds: 60 })
    expect(((await rotated.json()) as { secret: string }).secret).not.toBe(secret)
    expect((await person.call('DELETE', at)).status).toBe(204)
    expect(await list(admin)).toEqual([])
  })
})

describe('a stored secret', () => {
  it('is encrypted, and is encrypted again when the sealing key is replaced', async () => {
    const { db, secrets } = bench.app.deps
    const caller = await makeWebhookCaller(bench.app)
    const { webhook_key, secret } = await caller.create({ url })
    await caller.read('POST', `/${webhook_key}/rotate`, {})
    const { rows } = await sql<{ id: number; row: string }>`
      select id, webhook::text as row from webhook where key = ${webhook_key}`.execute(db)
    const id = rows[0]?.id ?? 0
    expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'))
    const open = async (box: typeof secrets) => {
      const sealed = await findSecrets(db, id)
      return sealed && openWebhookSecrets(box, sealed)
    }
    const before = await open(secrets)
    expect(before).toHaveLength(2)
    expect(before).toContain(secret)
    const other = { ...secrets, ...createSecretBox('x'.repeat(32)) }
    await inTransaction(db, (tx) => resealWebhookSecrets(tx, secrets, other))
    await expect(open(secrets)).rejects.toThrow()
    expect(await open(other)).toEqual(before)
    await inTransaction(db, (tx) => resealWebhookSecrets(tx, other, secrets))
  })
})
