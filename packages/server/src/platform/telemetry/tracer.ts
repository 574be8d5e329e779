/**
 * Spans of requests, jobs and object store calls. Off unless a collector is configured; while off, no hook is added, no
 * context is kept, no OpenTelemetry package is loaded, and `start` returns undefined.
 */
import type { Attributes, SpanContext } from '@opentelemetry/api'

export interface SpanOptions {
  name: string
  kind: 'server' | 'client' | 'consumer'
  /** The W3C header of the caller or of the request that enqueued the job; a malformed one starts a new trace. */
  traceparent?: string | readonly string[] | undefined
  /** Route templates, job kinds, counts: never anything a caller sent. */
  attributes?: Attributes
}

export interface Span {
  context: SpanContext
  end(attributes?: Attributes, error?: string): void
}

export interface Tracer {
  isOn: boolean
  /** A child of `traceparent`, or else of the running span. */
  start(options: SpanOptions): Span | undefined
  /** Spans started by `work` are children of the span. */
  run<T>(span: Span | undefined, work: () => T): T
  /** Stored with a job, so that its attempts belong to the same trace. */
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
