/**
 * Requests per second of GET projects through the whole stack, as a ratio to the same SQL served bare: once as a
 * plain query and once, like our stack, as a prepared statement. The second ratio is the stricter one.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pickPort } from '../scripts/services/ports.ts'
import { endProcess, startSystem } from '../scripts/system.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'
import { load } from './lib/load.ts'

const keys = 500
const limit = 1000
const seconds = 6
const rounds = 3
const connections = 32

export async function run(): Promise<void> {
  const system = await startSystem({ apis: 1, workers: 0 })
  const deps = await openBenchDeps(system.env)
  const { tokens, teamId } = await makeTokens(deps, keys, limit, 20)
  const barePort = await pickPort([])
  const bare = fork(join(import.meta.dirname, 'lib/bare-server.ts'), [
    String(barePort),
    system.env['DATABASE_URL'] ?? '',
    String(teamId),
  ])
  try {
    await once(bare, 'message')
    const ours = {
      url: `${system.apiUrls[0]}/api/v1/developer/import/projects`,
      seconds,
      connections,
      tokens,
    }
    const bareLoad = { url: `http://127.0.0.1:${barePort}/projects`, seconds, connections }
    const preparedLoad = { ...bareLoad, url: `http://127.0.0.1:${barePort}/prepared` }
    for (const warmUp of [ours, bareLoad, preparedLoad]) await load({ ...warmUp, seconds: 3 })
    const best = { ours: 0, bare: 0, prepared: 0 }
    // Alternating, and the best of each: other load on the machine then affects both sides alike.
    for (let i = 0; i < rounds; i += 1) {
      const results = {
        bare: await load(bareLoad),
        prepared: await load(preparedLoad),
        ours: await load(ours),
      }
      console.log('round', i + 1, results)
      for (const side of ['ours', 'bare', 'prepared'] as const)
        best[side] = Math.max(best[side], results[side].rps)
    }
    const figures = Object.entries(best).map(([side, rps]) => `${side}_rps=${Math.round(rps)}`)
    console.log(
      `api ratio=${(best.ours / best.bare).toFixed(2)} ratio_to_prepared=${(best.ours / best.prepared).toFixed(2)} ${figures.join(' ')}`,
    )
  } finally {
    await endProcess(bare)
    await deps.close()
    await system.stop()
  }
}
