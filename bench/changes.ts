/**
 * The cost of announcing changes in their own transaction: completed imports per second over HTTP, and bare
 * transactions of the same statements, with and without the trigger in the same run. Commits with a notification are
 * serialized, which only shows on a database that writes to disk: set DATABASE_URL to one.
 */
import { randomUUID } from 'node:crypto'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { startProcessing } from '@inlet/server/src/features/files/files.repo.ts'
import { processFile } from '@inlet/server/src/features/files/process-file.job.ts'
import { inTransaction } from '@inlet/server/src/platform/db/database.ts'
import { listen } from '@inlet/server/src/platform/db/listen.ts'
import { startSystem } from '../scripts/system.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'

const rounds = 3
const callers = 16
const completesPerRound = 250
const transactionsPerRound = 1_000

interface Waiting {
  id: number
  key: string
  upload_key: string
}

export async function run(): Promise<void> {
  // A persistent database keeps keys sealed with the secret, so the secret is the same in every run.
  const env = { INLET_SECRET: 'only-for-this-bench-0123456789abcdef' }
  const system = await startSystem({ apis: 1, workers: 0, env })
  const deps = await openBenchDeps({ ...system.env, DATABASE_POOL_SIZE: String(callers) })
  await deps.queue.start()
  let received = 0
  // A listener follows the changes, as in production.
  const listener = listen({
    url: system.env['DATABASE_URL'] ?? '',
    applicationName: 'bench',
    channel: 'inlet_change',
    log: deps.log,
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
    await listener.close()
    await deps.close()
    await system.stop()
  }
}

async function announce({ database }: Deps, side: 'on' | 'off'): Promise<void> {
  await database.pool.query(`alter table file ${side === 'on' ? 'enable' : 'disable'} trigger file_changed`)
}

async function makeWaiting({ database }: Deps, teamId: number, count: number): Promise<Waiting[]> {
  const { rows } = await database.pool.query<Waiting>(
    `insert into file (team_id, project_id, created_by, name, extension, kind, upload_key)
     select p.team_id, p.id, p.owner_id, 'notes.txt', 'txt', 'document', 'incoming/' || gen_random_uuid()
     from (select * from project where team_id = $1 limit 1) p, generate_series(1, $2::int)
     returning id, key, upload_key`,
    [teamId, count],
  )
  return rows
}

/** Items per second with several concurrent callers. */
async function pace<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number> {
  const queue = [...items]
  const began = performance.now()
  const one = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: callers }, one))
  return items.length / ((performance.now() - began) / 1000)
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

async function transact(deps: Deps, teamId: number, count: number): Promise<number> {
  return pace(await makeWaiting(deps, teamId, count), ({ id }) =>
    inTransaction(deps.db, async (tx) => {
      await startProcessing(tx, id, { key: `accepted/${randomUUID()}`, etag: '"x"', bytes: 4 })
      await deps.enqueue(tx, processFile, { v: 1, fileId: id }, { teamId, key: String(id) })
    }),
  )
}
