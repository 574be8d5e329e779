/** Runs the commands against a service on loopback that records the calls. */
import { verifyWebhook } from '@inlet/sdk'
import { describe, expect, it } from 'vitest'
import { issuedToken, listen, type Reply, tokenPath } from '../../../../sdk/test/loopback.ts'
import { runMain } from '../../../test/run-main.ts'
import { forwardEvent } from './forward-event.ts'

const webhook = {
  webhook_key: 'h-1',
  url: 'https://example.org/inlet',
  types: ['file.*'],
  project_ids: [],
  description: '',
  status: 'enabled',
  disabled_reason: null,
  created_at: '2026-03-01T10:00:00.000Z',
  secret_expires_at: null,
}
const delivery = {
  delivery_key: 'd-1',
  event_id: 'evt_1',
  type: 'webhook.test',
  status: 'failed',
  next_attempt_at: null,
  attempts: [
    {
      at: '2026-03-01T10:00:00.000Z',
      http_status: 500,
      error: null,
      duration_ms: 9,
      response_excerpt: 'Oops',
    },
  ],
}

let keys = 0
async function runWith(reply: Reply, ...args: string[]) {
  const service = await listen(({ path }) => (path === tokenPath ? issuedToken() : reply))
  keys += 1
  const env = {
    INLET_URL: service.url,
    INLET_CLIENT_ID: `webhooks-${process.pid}-${keys}`,
    INLET_CLIENT_SECRET: 's',
    HOME: '/nowhere',
  }
  const ran = await runMain(['webhooks', ...args], env)
  const [call] = service.asked.filter(({ path }) => path !== tokenPath)
  const body = call?.body.length ? (JSON.parse(call.body.toString()) as unknown) : undefined
  return { ...ran, call: call && `${call.method} ${call.path.replace('/api/v1/developer/', '')}`, body }
}

describe('webhooks', () => {
  it('are created with types and projects, and print the secret once', async () => {
    const reply = { status: 201, body: { ...webhook, secret: 'whsec_abc' } }
    const args = [
      'create',
      'https://example.org/inlet',
      '--types',
      'file.*,insight.failed',
      '-p',
      '1',
      '-p',
      '2',
    ]
    const { exitCode, stdout, stderr, call, body } = await runWith(reply, ...args)
    expect([exitCode, call]).toEqual([0, 'POST webhooks'])
    expect(body).toEqual({
      url: 'https://example.org/inlet',
      types: ['file.*', 'insight.failed'],
      project_ids: [1, 2],
    })
    expect(stdout).toContain('whsec_abc')
    expect(stderr).toContain('cannot be shown again')
  })

  it('are listed as a table and as JSON', async () => {
    const reply = { body: { webhooks: [webhook], next_cursor: null } }
    expect((await runWith(reply, 'list')).stdout).toMatch(
      /h-1 .*https:\/\/example.org\/inlet .*file\.\* .*all .*enabled/,
    )
    expect(JSON.parse((await runWith(reply, 'list', '--json')).stdout)).toEqual([webhook])
  })

  it.each([
    [['show', 'h-1'], 'GET webhooks/h-1', undefined],
    [['update', 'h-1', '--disable'], 'PATCH webhooks/h-1', { status: 'disabled' }],
    [
      ['update', 'h-1', '--types', '', '--all-projects'],
      'PATCH webhooks/h-1',
      { types: [], project_ids: [] },
    ],
    [['delete', 'h-1', '--yes'], 'DELETE webhooks/h-1', undefined],
    [['rotate', 'h-1', '--overlap', '1h'], 'POST webhooks/h-1/rotate', { overlap_seconds: 3600 }],
    [
      ['redeliver', 'h-1', '--since', '2026-03-01'],
      'POST webhooks/h-1/redeliver',
      { since: '2026-03-01T00:00:00.000Z' },
    ],
  ])('%j calls %s', async (args, call, body) => {
    const ran = await runWith({ body: { ...webhook, secret: 'whsec_x', count: 3 } }, ...args)
    expect(ran).toMatchObject({ exitCode: 0, call, body })
  })

  it('show what the receiver answered, and exit with 1 if a test failed', async () => {
    const { exitCode, stdout, stderr, call } = await runWith({ body: delivery }, 'test', 'h-1')
    expect([exitCode, call]).toEqual([1, 'POST webhooks/h-1/test'])
    expect([stdout, stderr]).toEqual([expect.stringContaining('500'), expect.stringContaining('Oops')])
    const listed = { body: { deliveries: [delivery], next_cursor: null } }
    const deliveries = await runWith(listed, 'deliveries', 'h-1', '--status', 'failed', '--json')
    expect(deliveries.call).toBe('GET webhooks/h-1/deliveries?status=failed&limit=20')
    expect(JSON.parse(deliveries.stdout)).toEqual([delivery])
    const again = await runWith({ status: 202, body: delivery }, 'redeliver', 'h-1', 'd-1')
    expect([again.exitCode, again.call]).toEqual([0, 'POST webhooks/h-1/deliveries/d-1/redeliver'])
  })
})

describe('forwarding an event', () => {
  const event = {
    id: 'evt_1',
    type: 'file.completed',
    timestamp: '2026-03-01T10:00:00.000Z',
    data: { project_id: 1, wav_key: 'w', external_id: null, links: {} },
  }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const { signal } = new AbortController()

  it('sends a signed request and reports the answer', async () => {
    const receiver = await listen(() => ({ status: 418 }))
    const result = await forwardEvent(event, { url: `${receiver.url}/inlet`, secret, signal })
    expect(result).toMatchObject({ event_id: 'evt_1', http_status: 418, error: null })
    const [request] = receiver.asked
    expect(await verifyWebhook(secret, request?.headers ?? {}, request?.body ?? '')).toEqual(event)
  })

  it('reports why there was no answer', async () => {
    const result = await forwardEvent(event, { url: 'http://127.0.0.1:9/inlet', secret, signal })
    expect(result).toMatchObject({ http_status: null, error: expect.stringContaining('no connection') })
  })
})
