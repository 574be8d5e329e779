import type { Event } from '@inlet/contract'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { createSign } from './sign-event.ts'
import { newWebhookSecret } from './webhook-secret.ts'

const event = (id: string, text: string): Event => ({
  id,
  type: 'file.completed',
  timestamp: '2026-11-01T00:00:00.000Z',
  data: { project_id: 1, wav_key: text, external_id: null, links: {} },
})

it('signs with the same signatures as the package of Standard Webhooks', () => {
  fc.assert(
    fc.property(
      fc.uuid().map((uuid) => `evt_${uuid}`),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 2 }),
      (id, text, now, secretCount) => {
        const secrets = Array.from({ length: secretCount }, newWebhookSecret)
        const { headers, body } = createSign(secrets)(event(id, text), now)
        const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body))
        expect(headers['webhook-signature']).toBe(signatures.join(' '))
        expect(headers['webhook-timestamp']).toBe(String(Math.floor(now.getTime() / 1000)))
        expect(JSON.parse(body)).toEqual(event(id, text))
      },
    ),
  )
})

it('signs so that the package of Standard Webhooks verifies it with either secret of a rotation', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const { headers, body } = createSign(secrets)(event('evt_1', 'é\u2028'), new Date())
  for (const secret of secrets)
    expect(new Webhook(secret).verify(body, headers)).toEqual(event('evt_1', 'é\u2028'))
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
})
