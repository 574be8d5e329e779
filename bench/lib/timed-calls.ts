/** Times calls until their last byte, with one client or several concurrent ones. */
import { Agent, request } from 'node:http'

export interface TimedCall {
  name: string
  path(n: number): string
  headers(n: number): Record<string, string>
}

export type Times = Map<TimedCall, number[]>

/** A call is not repeated once its runs have taken `patienceMs` in total. */
export async function timeCalls(
  baseUrl: string,
  calls: readonly TimedCall[],
  { rounds, clients, patienceMs }: { rounds: number; clients: number; patienceMs: number },
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: Times = new Map(calls.map((one) => [one, []]))
  const queue: { call: TimedCall; n: number }[] = []
  for (let n = 0; n < rounds; n += 1) for (const one of shuffled(calls, n)) queue.push({ call: one, n })
  let next = 0
  const client = async () => {
    for (let turn = queue[next++]; turn; turn = queue[next++]) {
      const { call, n } = turn
      const taken = times.get(call) ?? []
      if (taken.length > 3 && taken.reduce((sum, ms) => sum + ms, 0) > patienceMs) continue
      taken.push(await timeOne(agent, baseUrl, call, n))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return times
}

function timeOne(agent: Agent, baseUrl: string, call: TimedCall, n: number): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(`${baseUrl}${call.path(n)}`, { agent, headers: call.headers(n) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => {
        if (answer.statusCode === 200) return resolve(performance.now() - startedAt)
        reject(
          new Error(
            `${call.path(n)} failed with status ${answer.statusCode}: ${Buffer.concat(chunks).toString()}`,
          ),
        )
      })
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

/** A different order in each round, so that no call always follows the same one. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, i) => ({ item, at: Math.imul((i + 1) * 2654435761, seed + 1) >>> 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
