/**
 * Sends spans to a collector as OTLP over HTTP in JSON. Telemetry never holds work up: spans wait in a bounded list, and
 * what the collector does not take is dropped and counted. See docs/adr/0053.
 */
import type { Log } from './log.ts'

export interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  attributes: Record<string, string | number | boolean>
  error: string | undefined
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export interface ExporterOptions {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  log: Log
  onDropped: (count: number) => void
}

export interface Exporter {
  add(span: FinishedSpan): void
  /** Sends what waits, once. */
  close(): Promise<void>
}

const maxWaiting = 4_096
const batchSize = 512
const flushMs = 2_000
const timeoutMs = 5_000

export function createExporter(options: ExporterOptions): Exporter {
  let waiting: FinishedSpan[] = []
  let sending: Promise<void> | undefined
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  /** One request at a time: a slow collector must not be asked by many. */
  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      try {
        await send(options, batch)
      } catch (error) {
        options.onDropped(batch.length)
        options.log.debug({ err: error }, 'spans could not be sent')
        return
      }
    }
  }

  return {
    add(span) {
      if (waiting.length >= maxWaiting) {
        options.onDropped(1)
        return
      }
      waiting.push(span)
      if (waiting.length >= batchSize) void flush()
    },
    async close() {
      clearInterval(timer)
      await sending
      await flush()
    },
  }
}

async function send(options: ExporterOptions, spans: readonly FinishedSpan[]): Promise<void> {
  const answer = await fetch(`${options.endpoint.replace(/\/$/, '')}/v1/traces`, {
    method: 'POST',
    headers: { ...options.headers, 'content-type': 'application/json' },
    body: JSON.stringify(toOtlp(options.serviceName, spans)),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The collector answered ${answer.status}.`)
}

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }

/** Times are whole nanoseconds written as text, because JSON numbers cannot hold them. */
const nanoseconds = (ms: number) => `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`

function toOtlp(serviceName: string, spans: readonly FinishedSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName }) },
        scopeSpans: [
          {
            scope: { name: 'inlet' },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
              name: span.name,
              kind: kinds[span.kind],
              startTimeUnixNano: nanoseconds(span.startMs),
              endTimeUnixNano: nanoseconds(span.endMs),
              attributes: attributesOf(span.attributes),
              status: span.error === undefined ? {} : { code: 2, message: span.error },
            })),
          },
        ],
      },
    ],
  }
}

function attributesOf(attributes: FinishedSpan['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }))
}

function otlpValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
