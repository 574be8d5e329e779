/** Spans without OpenTelemetry: random ids, a bounded list, OTLP as JSON with fetch. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

interface Finished {
  traceId: string
  spanId: string
  name: string
  startMs: number
  endMs: number
  attributes: Record<string, string | number>
}

const batchSize = 512
const now = () => performance.timeOrigin + performance.now()
const nanoseconds = (ms: number) => `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`

export function createTracerByHand(endpoint: string) {
  const current = new AsyncLocalStorage<{ traceId: string; spanId: string }>()
  let waiting: Finished[] = []
  const sending = new Set<Promise<unknown>>()

  function flush(): void {
    const batch = waiting
    waiting = []
    const sent = send(endpoint, batch).finally(() => sending.delete(sent))
    sending.add(sent)
  }

  return {
    span(name: string, attributes: Finished['attributes'], work: () => void): void {
      const context = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') }
      const startMs = now()
      current.run(context, work)
      waiting.push({ ...context, name, startMs, endMs: now(), attributes })
      if (waiting.length >= batchSize) flush()
    },
    async close(): Promise<void> {
      flush()
      await Promise.all(sending)
    },
  }
}

async function send(endpoint: string, spans: readonly Finished[]): Promise<void> {
  const body = {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'bench' } }] },
        scopeSpans: [{ scope: { name: 'bench' }, spans: spans.map(toOtlp) }],
      },
    ],
  }
  const answer = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.body?.cancel()
}

function toOtlp({ traceId, spanId, name, startMs, endMs, attributes }: Finished) {
  return {
    traceId,
    spanId,
    name,
    kind: 2,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
    })),
    status: {},
  }
}
