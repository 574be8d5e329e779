/**
 * Spans of requests, jobs and calls to the store. Off unless a collector is named, and then nothing of this runs: no
 * hook is added, no context is kept, and `start` gives back undefined.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Exporter, FinishedSpan, SpanKind } from './otlp-exporter.ts'
import { childOf, type TraceContext, toTraceparent } from './trace-context.ts'

export interface SpanOptions {
  name: string
  kind: SpanKind
  /** Where it comes from; the span that runs now when left out. */
  parent?: TraceContext | undefined
  /** Route templates, job kinds, counts: never what a caller sent. */
  attributes?: FinishedSpan['attributes']
}

export interface Span {
  context: TraceContext
  end(attributes?: FinishedSpan['attributes'], error?: string): void
}

export interface Tracer {
  isOn: boolean
  start(options: SpanOptions): Span | undefined
  /** Whatever is started in the work is a child of the span. */
  run<T>(span: Span | undefined, work: () => T): T
  /** To be kept with a job, so that its attempts belong to the same trace. */
  traceparent(): string | undefined
  close(): Promise<void>
}

export const noTracer: Tracer = {
  isOn: false,
  start: () => undefined,
  run: (_span, work) => work(),
  traceparent: () => undefined,
  close: () => Promise.resolve(),
}

/** `ratio`: the share of traces that are kept, of those that begin here. */
export function createTracer(exporter: Exporter, ratio: number): Tracer {
  const current = new AsyncLocalStorage<TraceContext>()
  return {
    isOn: true,
    start({ name, kind, parent = current.getStore(), attributes = {} }) {
      const context = childOf(parent, ratio)
      const startMs = now()
      return {
        context,
        end(more = {}, error?: string) {
          if (!context.isSampled) return
          exporter.add({
            ...context,
            parentSpanId: parent?.spanId,
            name,
            kind,
            startMs,
            endMs: now(),
            attributes: { ...attributes, ...more },
            error,
          })
        },
      }
    },
    run: (span, work) => (span ? current.run(span.context, work) : work()),
    traceparent() {
      const context = current.getStore()
      return context && toTraceparent(context)
    },
    close: () => exporter.close(),
  }
}

/** Finer than a millisecond, and never backwards within a process. */
const now = () => performance.timeOrigin + performance.now()
