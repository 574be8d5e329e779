import autocannon from 'autocannon'
import type { LoadOptions, LoadResult } from './load.ts'

process.once('message', (options: LoadOptions) => {
  void run(options).then((result) => process.send?.(result, () => process.exit(0)))
})

async function run({ url, seconds, connections, tokens, rate }: LoadOptions): Promise<LoadResult> {
  const requests = tokens?.map((token) => ({ headers: { authorization: `Bearer ${token}` } }))
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    ...(requests && { requests: requests.map((request) => ({ method: 'GET' as const, ...request })) }),
  })
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [
    status,
    count ?? 0,
  ])
  return {
    rps: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    statuses: Object.fromEntries(statuses) as Record<string, number>,
  }
}
