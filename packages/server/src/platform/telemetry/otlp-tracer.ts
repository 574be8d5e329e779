/** The tracer that exports spans to a collector as OTLP over HTTP. See docs/adr/0060. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { Tracer } from './tracer.ts'

export interface OtlpTracerOptions {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** Share of the traces started here that is recorded. */
  ratio: number
  log: Log
  onDropped: (count: number) => void
}

const maxQueuedSpans = 4_096
const flushMs = 2_000
const timeoutMs = 5_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

export function createOtlpTracer(options: OtlpTracerOptions): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [createProcessor(options)],
  })
  const tracer = provider.getTracer('inlet')
  const current = new AsyncLocalStorage<SpanContext>()
  return {
    isOn: true,
    start({ name, kind, traceparent, attributes = {} }) {
      const parent = parse(traceparent) ?? current.getStore()
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
      return {
        context: span.spanContext(),
        end(more = {}, error) {
          span.setAttributes(more)
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
          span.end()
        },
      }
    },
    run: (span, work) => (span ? current.run(span.context, work) : work()),
    traceparent() {
      const context = current.getStore()
      return context && format(context)
    },
    // Undeliverable spans have been counted; they must not fail the shutdown.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

function parse(traceparent: string | readonly string[] | undefined): SpanContext | undefined {
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
  return context ? { ...context, isRemote: true } : undefined
}

function format({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`
}

/** Telemetry never delays work: the queue is bounded, and spans that do not fit or cannot be delivered are counted. */
function createProcessor({ endpoint, headers, log, onDropped }: OtlpTracerOptions): SpanProcessor {
  let queued = 0
  const sender = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers,
    timeoutMillis: timeoutMs,
  })
  const exporter: SpanExporter = {
    export(spans, done) {
      sender.export(spans, (result) => {
        queued -= spans.length
        if (result.code !== ExportResultCode.SUCCESS) {
          onDropped(spans.length)
          log.debug({ err: result.error }, 'spans could not be sent')
        }
        done(result)
      })
    },
    shutdown: () => sender.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: maxQueuedSpans,
    scheduledDelayMillis: flushMs,
  })
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (queued >= maxQueuedSpans) {
        onDropped(1)
        return
      }
      queued += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}
