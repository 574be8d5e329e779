/** A receiver that refuses some events gets the others at its own speed, not at that of a receiver that may be down. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/harness/receiver.ts'
import {
  makeWebhookCaller,
  openWebhookBench,
  type WebhookBench,
  waitFor,
} from '../../../test/harness/webhooks.ts'

const events = 1_000
/** One turn a second with a few requests each would take minutes. */
const maxMs = 60_000

let bench: WebhookBench
let receiver: Receiver
beforeAll(async () => {
  bench = await openWebhookBench()
  receiver = await startReceiver()
  bench.startDeliveries()
})
afterAll(async () => {
  await bench.close()
  await receiver.close()
})

it('receives everything although it fails every other request', async () => {
  const attempted = new Set<string>()
  let requests = 0
  receiver.reply = ({ headers }) => {
    attempted.add(headers['webhook-id'] ?? '')
    requests += 1
    return { status: Math.random() < 0.5 ? 500 : 200 }
  }
  const caller = await makeWebhookCaller(bench.app)
  await caller.create({ url: `${receiver.url}/hook`, types: ['file.*'] })
  const startedAt = performance.now()
  await caller.emit('file.completed', events)
  await waitFor(() => attempted.size === events, 10 * maxMs)
  const ms = performance.now() - startedAt
  process.stdout.write(
    `refusals events=${events} requests=${requests} ms=${ms.toFixed(0)} per_second=${((requests / ms) * 1000).toFixed(0)}\n`,
  )
  expect(ms).toBeLessThan(maxMs)
}, 900_000)
