/**
 * What events and webhooks cost, in two ratios of the same run:
 * - the bare transaction of `complete` with its event to the one without. Commits with an event write one more row, which only
 *   shows on a database that writes to disk: set DATABASE_URL to one.
 * - deliveries per second to the rate of a bare POST loop.
 */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { logEvents } from '@inlet/server/src/features/events/events.repo.ts'
import { startSystem } from '../scripts/system.ts'
import { callers, transact } from './lib/complete-files.ts'
import { emitEvents, measureDeliveries, measureLoop, type Rate } from './lib/delivery-rate.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'
import { median } from './lib/probe.ts'
import { type Receiver, startReceiver } from './lib/receiver.ts'
import { makeWebhook } from './lib/webhooks.ts'

const transactionRounds = 15
const transactionsPerRound = 1_500
const deliveryRounds = 11
const deliveriesPerRound = 10_000

export async function run(): Promise<void> {
  const env = {
    INLET_SECRET: 'only-for-this-bench-0123456789abcdef',
    INLET_OUTBOUND_ALLOWED: '127.0.0.0/8',
  }
  const system = await startSystem({ apis: 0, workers: 0, env })
  const deps = await openBenchDeps({ ...system.env, DATABASE_POOL_SIZE: String(callers) })
  const receiver = await startReceiver()
  await deps.queue.start()
  try {
    const { teamId } = await makeTokens(deps, 1, 1000, 1)
    const transactionRatio = await compareTransactions(deps, teamId)
    await makeWebhook(deps, teamId, { url: `${receiver.url}/hook` })
    const deliveryRatio = await compareDeliveries(deps, receiver, teamId)
    console.log(
      `events transaction_ratio=${transactionRatio.toFixed(3)} delivery_ratio=${deliveryRatio.toFixed(2)}`,
    )
  } finally {
    await recordEvents(deps, 'on')
    await receiver.close()
    await deps.close()
    await system.stop()
  }
}

async function compareTransactions(deps: Deps, teamId: number): Promise<number> {
  await transact(deps, teamId, 200)
  const ratios: number[] = []
  // Alternating, so that other load on the machine affects both sides alike.
  for (let i = 0; i < transactionRounds; i += 1) {
    const rates = { off: 0, on: 0 }
    for (const side of i % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      await recordEvents(deps, side)
      rates[side] = await transact(deps, teamId, transactionsPerRound)
      console.log('round', i + 1, side, Math.round(rates[side]), 'transactions/s')
      await logEvents(deps.db)
    }
    ratios.push(rates.off / rates.on)
  }
  return median(ratios)
}

async function recordEvents({ database }: Deps, side: 'on' | 'off'): Promise<void> {
  await database.pool.query(`alter table file ${side === 'on' ? 'enable' : 'disable'} trigger file_event`)
}

/** The median of the rounds, each of which compares the two directly after each other. */
async function compareDeliveries(deps: Deps, receiver: Receiver, teamId: number): Promise<number> {
  const count = deliveriesPerRound
  const deliver = async (events: number) => {
    await emitEvents(deps, teamId, { count: events })
    return measureDeliveries(deps, receiver, events)
  }
  const warmUp = await deliver(2_000)
  const body = 'x'.repeat(Math.round(warmUp.bytes / 2_000))
  await measureLoop(receiver, body, 2_000)
  const sides = {
    loop: () => measureLoop(receiver, body, count),
    deliveries: () => deliver(count),
  }
  const ratios: number[] = []
  for (let i = 0; i < deliveryRounds; i += 1) {
    const rates = { loop: 0, deliveries: 0 }
    for (const side of i % 2 === 0 ? (['loop', 'deliveries'] as const) : (['deliveries', 'loop'] as const)) {
      const rate = await sides[side]()
      rates[side] = rate.perSecond
      console.log('round', i + 1, side, describe(rate))
    }
    ratios.push(rates.deliveries / rates.loop)
  }
  console.log('delivery ratios', ratios.map((ratio) => ratio.toFixed(2)).join(' '))
  return median(ratios)
}

const describe = ({ perSecond, cpuMicroseconds, bytes }: Rate) =>
  `${Math.round(perSecond)} requests/s, ${Math.round(cpuMicroseconds)} µs CPU each, ${Math.round(bytes / deliveriesPerRound)} bytes`
