/**
 * The cost of announcing changes in their own transaction: completed imports per second over HTTP, and bare
 * transactions of the same statements, with and without the trigger in the same run. Commits with a notification are
 * serialized, which only shows on a database that writes to disk: set DATABASE_URL to one.
 */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { channels } from '@inlet/server/src/platform/db/listen.ts'
import { startSystem } from '../scripts/system.ts'
import { callers, makeWaiting, pace, transact } from './lib/complete-files.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'

const rounds = 3
const completesPerRound = 250
const transactionsPerRound = 1_000

export async function run(): Promise<void> {
  // A persistent database keeps keys sealed with the secret, so the secret is the same in every run.
  const env = { INLET_SECRET: 'only-for-this-bench-0123456789abcdef' }
  const system = await startSystem({ apis: 1, workers: 0, env })
  const deps = await openBenchDeps({ ...system.env, DATABASE_POOL_SIZE: String(callers) })
  await deps.queue.start()
  let received = 0
  // A listener follows the changes, as in production.
  const listener = deps.notifications.listen({
    channel: channels.changes,
    onPayload: () => {
      received += 1
    },
    onGap: () => {},
  })
  try {
    await listener.ready()
    const { tokens, teamId } = await makeTokens(deps, 20, 1000, 1)
    const complete = completing(deps, system.apiUrls[0] ?? '', tokens, teamId)
    await complete(50)
    const best = { completes: { off: 0, on: 0 }, transactions: { off: 0, on: 0 } }
    // Alternating, and the best of each: other load on the machine then affects both sides alike.
    for (let i = 0; i < rounds; i += 1) {
      for (const side of ['off', 'on'] as const) {
        await announce(deps, side)
        const completes = await complete(completesPerRound)
        const transactions = await transact(deps, teamId, transactionsPerRound)
        console.log('round', i + 1, side, { completes, transactions })
        best.completes[side] = Math.max(best.completes[side], completes)
        best.transactions[side] = Math.max(best.transactions[side], transactions)
      }
    }
    const ratio = (pair: { off: number; on: number }) => (pair.on / pair.off).toFixed(2)
    console.log(
      `changes complete_ratio=${ratio(best.completes)} complete_rps=${Math.round(best.completes.on)} ` +
        `transaction_ratio=${ratio(best.transactions)} transaction_tps=${Math.round(best.transactions.on)} notifications=${received}`,
    )
  } finally {
    await announce(deps, 'on')
    await deps.close()
    await system.stop()
  }
}

async function announce({ database }: Deps, side: 'on' | 'off'): Promise<void> {
  await database.pool.query(`alter table file ${side === 'on' ? 'enable' : 'disable'} trigger file_changed`)
}

function completing(deps: Deps, url: string, tokens: string[], teamId: number) {
  let turn = 0
  return async (count: number): Promise<number> => {
    const waiting = await makeWaiting(deps, teamId, count)
    await pace(waiting, ({ upload_key }) =>
      deps.store.write(upload_key, Buffer.from('text'), { contentType: 'text/plain', bytes: 4 }),
    )
    return pace(waiting, async ({ key }) => {
      turn += 1
      const answer = await fetch(`${url}/api/v1/developer/import/files/${key}/complete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[turn % tokens.length]}` },
      })
      if (!answer.ok) throw new Error(`complete failed with status ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    })
  }
}
