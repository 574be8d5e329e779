import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { WebhookVerificationError } from '../errors.ts'
import type { InletEvent } from '../events/inlet-event.ts'
import { signWebhook } from './sign-webhook.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const otherSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const body =
  '{"id":"evt_8fK2","type":"file.completed","timestamp":"2026-03-01T10:00:00.000Z","data":{"project_id":7,"wav_key":"Grüße","status":"completed","external_id":null,"links":{}}}'
const event = JSON.parse(body) as InletEvent
const seconds = 1_772_359_200
const now = seconds * 1000
/** Computed with HMAC-SHA256 outside of this package. */
const signature = 'v1,2UkqIBq/Y4VMMkxyqnEHLgsFEJcQ1a1BBpc5NRVyPSA='
const otherSignature = 'v1,jpldezzvN+hLk86Jo+BsHVcQnVTcFBs/coXDW4JOhdI='
const headers = {
  'webhook-id': 'evt_8fK2',
  'webhook-timestamp': String(seconds),
  'webhook-signature': signature,
}

const codeOf = (verified: Promise<unknown>) =>
  verified.then(
    () => 'verified',
    (error: WebhookVerificationError) => error.code,
  )

describe('verifying a webhook', () => {
  it('returns the event for computed signatures, with any kind of headers and body', async () => {
    const bytes = new TextEncoder().encode(body)
    const nodeHeaders = { 'Webhook-Id': ['evt_8fK2'], ...headers, 'webhook-id': undefined }
    expect(await verifyWebhook(secret, headers, body, { now })).toEqual(event)
    expect(await verifyWebhook(secret, new Headers(headers), bytes, { now })).toEqual(event)
    expect(await verifyWebhook(secret, nodeHeaders, bytes.buffer, { now })).toEqual(event)
    expect(await verifyWebhook(secret.slice(6), headers, Buffer.from(body), { now })).toEqual(event)
  })

  it('accepts what the reference implementation signs, and the other way round', async () => {
    for (const one of [secret, otherSecret]) {
      const reference = new Webhook(one)
      const signedByReference = reference.sign(event.id, new Date(), body)
      const sent = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
      expect(await verifyWebhook(one, { ...sent, 'webhook-signature': signedByReference }, body)).toEqual(
        event,
      )
      const signed = await signWebhook(one, event)
      expect(reference.verify(signed.body, signed.headers)).toEqual(event)
    }
  })

  it('accepts the published example of Standard Webhooks, whose body is no event', async () => {
    const published = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const verified = verifyWebhook(secret, published, '{"test": 2432232314}', { now: 1_614_265_330_000 })
    expect(await codeOf(verified)).toBe('invalid_body')
  })

  it('accepts several signatures and several secrets, as during a rotation', async () => {
    const both = { ...headers, 'webhook-signature': `v1a,AAAA v1,not-base64! ${otherSignature} ${signature}` }
    expect(await verifyWebhook(secret, both, body, { now })).toEqual(event)
    expect(await verifyWebhook([otherSecret, secret], headers, body, { now })).toEqual(event)
  })

  it.each([
    ['another secret', otherSecret, {}, body, 'signature_mismatch'],
    ['a changed body', secret, {}, body.replace('7', '8'), 'signature_mismatch'],
    ['a changed id', secret, { 'webhook-id': 'evt_x' }, body, 'signature_mismatch'],
    ['a changed time', secret, { 'webhook-timestamp': String(seconds - 1) }, body, 'signature_mismatch'],
    [
      'a truncated signature',
      secret,
      { 'webhook-signature': signature.slice(0, 20) },
      body,
      'signature_mismatch',
    ],
    [
      'another version',
      secret,
      { 'webhook-signature': signature.replace('v1', 'v2') },
      body,
      'signature_mismatch',
    ],
    ['no id', secret, { 'webhook-id': undefined }, body, 'missing_header'],
    ['no signature', secret, { 'webhook-signature': '' }, body, 'missing_header'],
    ['a time that is no number', secret, { 'webhook-timestamp': '1e9' }, body, 'invalid_timestamp'],
    ['an old time', secret, { 'webhook-timestamp': String(seconds - 301) }, body, 'timestamp_too_old'],
    ['a future time', secret, { 'webhook-timestamp': String(seconds + 301) }, body, 'timestamp_too_new'],
    ['a secret that is not base64', 'whsec_?', {}, body, 'invalid_secret'],
    ['no secret', '', {}, body, 'invalid_secret'],
  ])('rejects %s', async (_, key, changed, received, code) => {
    expect(await codeOf(verifyWebhook(key, { ...headers, ...changed }, received, { now }))).toBe(code)
  })

  it('accepts a clock that differs by up to five minutes, or by what is given', async () => {
    const at = (offset: number, toleranceSeconds?: number) =>
      codeOf(verifyWebhook(secret, headers, body, { now: now + offset * 1000, toleranceSeconds }))
    expect([await at(300), await at(-300), await at(301), await at(301, 600)]).toEqual([
      'verified',
      'verified',
      'timestamp_too_old',
      'verified',
    ])
  })
})
