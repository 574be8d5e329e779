/** Connects metrics and traces to what they measure. */
import { type Config, commaList } from '../platform/config/config.ts'
import type { ObserveCall } from '../platform/object-store/observe.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { noTracer, type Tracer } from '../platform/telemetry/tracer.ts'

export async function openTracer(
  config: Config,
  { name, log, metrics }: { name: string; log: Log; metrics: Metrics },
): Promise<Tracer> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return noTracer
  // Imported on demand: the packages cost 120 ms and 16 MB at start-up.
  const { createOtlpTracer } = await import('../platform/telemetry/otlp-tracer.ts')
  return createOtlpTracer({
    endpoint,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: name,
    ratio: Number(config.OTEL_TRACES_SAMPLER_ARG),
    log,
    onDropped: (count) => metrics.droppedSpans.inc(count),
  })
}

/** The format of the OpenTelemetry specification: `name=value,name=value`, percent-encoded. */
function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    commaList(text).map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}

export function observeStoreCalls(metrics: Metrics, tracer: Tracer): ObserveCall {
  return (operation) => {
    // Prometheus does not see an increase when a counter first appears at 1, so it starts at 0.
    metrics.storageErrors.inc({ operation }, 0)
    const stop = metrics.storageDuration.startTimer({ operation })
    // Only as part of a trace: a trace of just a health check is of no use.
    const isPart = tracer.traceparent() !== undefined
    const span = isPart ? tracer.start({ name: `storage ${operation}`, kind: 'client' }) : undefined
    return (error) => {
      stop()
      if (error !== undefined) metrics.storageErrors.inc({ operation })
      span?.end({}, error instanceof Error ? error.name : undefined)
    }
  }
}
