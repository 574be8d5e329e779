/** Joins figures and traces to the parts they tell of. */
import { type Config, commaList } from '../platform/config/config.ts'
import type { ObserveCall } from '../platform/object-store/observe.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { createExporter } from '../platform/telemetry/otlp-exporter.ts'
import { createTracer, noTracer, type Tracer } from '../platform/telemetry/tracer.ts'

export function openTracer(
  config: Config,
  { name, log, metrics }: { name: string; log: Log; metrics: Metrics },
): Tracer {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return noTracer
  const exporter = createExporter({
    endpoint,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: name,
    log,
    onDropped: (count) => metrics.droppedSpans.inc(count),
  })
  return createTracer(exporter, Number(config.OTEL_TRACES_SAMPLER_ARG))
}

/** As the OpenTelemetry specification writes them: `name=value,name=value`, percent-encoded. */
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
    // A figure that appears with its first event has not grown, as Prometheus sees it.
    metrics.storageErrors.inc({ operation }, 0)
    const stop = metrics.storageDuration.startTimer({ operation })
    // Only as part of something: a trace of a health check tells nothing.
    const isPart = tracer.traceparent() !== undefined
    const span = isPart ? tracer.start({ name: `storage ${operation}`, kind: 'client' }) : undefined
    return (error) => {
      stop()
      if (error !== undefined) metrics.storageErrors.inc({ operation })
      span?.end({}, error instanceof Error ? error.name : undefined)
    }
  }
}
