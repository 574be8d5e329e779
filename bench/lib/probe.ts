/** A sequential client: one call after the other on a keep-alive connection, timed to the microsecond. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function call(url: string, token: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume()
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`The probe failed with status ${answer.statusCode}.`))
      })
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

export async function probe(
  url: string,
  tokens: string[],
  count: number,
  pauseMs: number,
): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i += 1) {
    times.push(await call(url, tokens[i % tokens.length] ?? ''))
    await sleep(pauseMs)
  }
  return times
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
