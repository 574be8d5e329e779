/**
 * `/healthz`: the process is alive. `/readyz`: whether it can serve, and if not, why. `/metrics`: metrics for
 * Prometheus.
 */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'

export interface ReadinessCheck {
  name: string
  /** Throws when the dependency is not usable. May return details to show. */
  run: () => Promise<string | undefined>
  /** A failure is reported, but the process can serve most requests without it. */
  isOptional?: boolean
}

export interface Readiness {
  isStopping: boolean
}

/** Its message is shown to whoever can read `/readyz`: no addresses, no credentials. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
}

const checkTimeoutMs = 3_000

export function healthRoutes(
  app: FastifyInstance,
  { checks, readiness, metrics }: { checks: ReadinessCheck[]; readiness: Readiness; metrics: Metrics },
): void {
  const hidden = { schema: { hide: true } as object }
  app.get('/healthz', hidden, () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const results: [string, ReadinessResult][] = await Promise.all(checks.map(runCheck))
    const failed = checks.filter((_, i) => !results[i]?.[1].ok)
    const isReady = !readiness.isStopping && failed.every(({ isOptional }) => isOptional)
    const status = readiness.isStopping ? 'stopping' : isReady ? 'ready' : 'not ready'
    return reply.code(isReady ? 200 : 503).send({
      status,
      ...(isReady && failed.length > 0 && { degraded: failed.map(({ name }) => name) }),
      checks: Object.fromEntries(results),
    })
  })

  app.get('/metrics', hidden, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}

interface ReadinessResult {
  ok: boolean
  detail?: string
}

async function runCheck({ name, run }: ReadinessCheck): Promise<[string, ReadinessResult]> {
  try {
    const detail = await Promise.race([run(), timeout()])
    return [name, { ok: true, ...(detail !== undefined && { detail }) }]
  } catch (error) {
    // The class of the error helps an operator; addresses and credentials stay in the log.
    const detail = error instanceof Error ? error.name : 'unknown'
    return [name, { ok: false, detail: error instanceof NotReady ? error.message : detail }]
  }
}

function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    const slow = new Error('timed out')
    slow.name = 'TimedOut'
    setTimeout(() => reject(slow), checkTimeoutMs).unref()
  })
}
