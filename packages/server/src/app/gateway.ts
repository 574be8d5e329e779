/** Builds the upload gateway: a process that needs the object store and nothing else. */
import type { FastifyInstance } from 'fastify'
import { gatewayRoutes } from '../features/gateway/gateway.routes.ts'
import { createMemoryBudget } from '../features/gateway/memory-budget.ts'
import { createUploadSlots } from '../features/gateway/upload-slots.ts'
import { commaList } from '../platform/config/config.ts'
import type { GatewayConfig } from '../platform/config/gateway-config.ts'
import { healthRoutes, type Readiness } from '../platform/http/health.ts'
import { createServer } from '../platform/http/server.ts'
import { createGatewayVerifier } from '../platform/object-store/gateway-signatures.ts'
import type { ObjectStore } from '../platform/object-store/object-store.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'
import { reportProcess } from '../platform/telemetry/process-info.ts'
import { noTracer } from '../platform/telemetry/tracer.ts'
import { gatewayKeyOf, openStore } from './open-store.ts'
import { storageCheck } from './storage-check.ts'
import { observeStoreCalls } from './telemetry.ts'

/** A file of 5 MB arrives in this time over a slow line. */
const memoryWaitMs = 45_000
/** Each holds at most 64 KiB of fields and as much in buffers, and only until its signature is verified. */
const maxUnverifiedForms = 100

export interface Gateway {
  app: FastifyInstance
  store: ObjectStore
  /** Ends the uploads that are still running. */
  abortUploads: (reason: Error) => void
}

export async function buildGateway(
  config: GatewayConfig,
  { log, readiness, now = Date.now }: { log: Log; readiness: Readiness; now?: () => number },
): Promise<Gateway> {
  const metrics = createMetrics()
  const store = openStore(config, {
    onCall: observeStoreCalls(metrics, noTracer),
    onNotice: (notice) => log.warn({ notice }, 'notice of the object store'),
  })
  const app = createServer({
    log,
    metrics,
    trustedProxies: commaList(config.INLET_TRUST_PROXY),
    isHttps: config.INLET_GATEWAY_URL.startsWith('https:'),
    // A large file takes hours. The fields of a form have a deadline of their own, and a silent client is noticed in seconds.
    requestTimeoutMs: 0,
  })
  // Uploads are read as they arrive, and nothing else has a body: anybody could fill the memory with those of other paths.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  reportProcess(metrics.registry, 'inlet-gateway')
  healthRoutes(app, { metrics, readiness, checks: [storageCheck(store)] })
  const stopping = new AbortController()
  await app.register(async (scope) =>
    gatewayRoutes(scope, {
      store,
      metrics,
      now,
      verifier: createGatewayVerifier(gatewayKeyOf(config)),
      maxRequestBytes: config.S3_MAX_REQUEST_BYTES,
      memory: createMemoryBudget(config.INLET_GATEWAY_MEMORY_MB * 1024 ** 2, memoryWaitMs),
      corsOrigins: commaList(config.INLET_CORS_ORIGINS),
      slots: createUploadSlots(
        { maxUploads: config.INLET_GATEWAY_UPLOADS, maxUnverified: maxUnverifiedForms },
        metrics,
      ),
      stopping: stopping.signal,
    }),
  )
  return { app, store, abortUploads: (reason) => stopping.abort(reason) }
}
