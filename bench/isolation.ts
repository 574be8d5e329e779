/** How a flood of requests with one key affects another key: its latency during the flood relative to that without. */
import { startSystem } from '../scripts/system.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'
import { load } from './lib/load.ts'
import { median, probe } from './lib/probe.ts'

const floodPerSecond = 300
const floodSeconds = 5
const rounds = 6
const callsARound = 150
const pauseMs = 20

export async function run(): Promise<void> {
  const system = await startSystem({ apis: 2, workers: 0 })
  const deps = await openBenchDeps(system.env)
  try {
    const flooder = await makeTokens(deps, 1, 20, 5)
    const quiet = await makeTokens(deps, 20, 1000, 20)
    const path = '/api/v1/developer/import/projects'
    const url = `${system.apiUrls[0]}${path}`
    const flood = { url, connections: 4, rate: floodPerSecond, seconds: floodSeconds, tokens: flooder.tokens }
    await probe(url, quiet.tokens, callsARound, 1)
    const alone: number[] = []
    const beside: number[] = []
    const statuses: Record<string, number> = {}
    // Short rounds, so that other load on the machine affects both sides alike.
    for (let i = 0; i < rounds; i += 1) {
      alone.push(...(await probe(url, quiet.tokens, callsARound, pauseMs)))
      const flooding = load(flood)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      beside.push(...(await probe(url, quiet.tokens, callsARound, pauseMs)))
      for (const [status, count] of Object.entries((await flooding).statuses)) {
        statuses[status] = (statuses[status] ?? 0) + count
      }
    }
    const ratio = median(beside) / median(alone)
    console.log(
      `isolation ratio=${ratio.toFixed(2)} alone_ms=${median(alone).toFixed(2)} flooded_ms=${median(beside).toFixed(2)} flood_rps=${floodPerSecond} flood=${JSON.stringify(statuses)}`,
    )
  } finally {
    await deps.close()
    await system.stop()
  }
}
