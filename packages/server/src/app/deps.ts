/** The composition root: opens every dependency once and passes it on as an argument. */

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findLiveKey } from '../features/keys/keys.public.ts'
import { readLiveSession } from '../features/sign-in/sign-in.public.ts'
import { createObjectRemover, type ObjectRemover } from '../features/uploads/uploads.public.ts'
import { type Authenticator, createAuthenticator } from '../platform/auth/authenticator.ts'
import { createDeploymentSecrets, type DeploymentSecrets } from '../platform/auth/deployment-secrets.ts'
import { createPasswords, type Passwords } from '../platform/auth/passwords.ts'
import { createProvider, type Provider } from '../platform/auth/provider.ts'
import { createSessions, type Sessions } from '../platform/auth/sessions.ts'
import { loadKeyRing } from '../platform/auth/signing-keys.ts'
import { createTokens, type Tokens } from '../platform/auth/tokens.ts'
import { type Config, commaList } from '../platform/config/config.ts'
import { createPool, type Database, type Db, openConnections, openDatabase } from '../platform/db/database.ts'
import { type Notifications, openNotifications } from '../platform/db/listen.ts'
import { assertMigrated } from '../platform/db/migrate.ts'
import { observePool } from '../platform/db/observe-pool.ts'
import { assertNoTransaction } from '../platform/db/open-transactions.ts'
import { type Cookie, hostCookie } from '../platform/http/cookies.ts'
import { isUnavailable } from '../platform/http/unavailable.ts'
import { createEnqueue, type Enqueue } from '../platform/jobs/enqueue.ts'
import { createQueue, type Queue, type QueueRole } from '../platform/jobs/queue.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { ObjectStore } from '../platform/object-store/object-store.ts'
import {
  type AllowedDestinations,
  createAllowedDestinations,
} from '../platform/outbound/allowed-destinations.ts'
import { createDownloads, type Downloads } from '../platform/outbound/downloads.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { createMetrics, type Metrics } from '../platform/telemetry/metrics.ts'
import { noTracer, type Tracer } from '../platform/telemetry/tracer.ts'
import { openMailer } from './open-mailer.ts'
import { openStore } from './open-store.ts'
import { observeStoreCalls, openTracer } from './telemetry.ts'

export interface Deps {
  config: Config
  publicUrl: string
  log: Log
  metrics: Metrics
  tracer: Tracer
  database: Database
  db: Db
  /** For keys, tokens, sessions and sign-in. */
  authDb: Db
  limiterPool: pg.Pool
  notifications: Notifications
  store: ObjectStore
  objectRemover: ObjectRemover
  /** Sends requests to URLs that users enter. */
  outbound: Outbound
  allowedDestinations: AllowedDestinations
  /** Downloads files from URLs that users enter. */
  downloads: Downloads
  allowedDownloads: AllowedDestinations
  queue: Queue
  enqueue: Enqueue
  secrets: DeploymentSecrets
  tokens: Tokens
  limiter: RateLimiter
  /** Counts over a quarter of an hour instead of a minute. */
  slowLimiter: RateLimiter
  authenticator: Authenticator
  passwords: Passwords
  sessions: Sessions
  sessionCookie: Cookie
  /** Undefined when single sign-on is not configured. */
  provider: Provider | undefined
  /** Undefined when e-mail is not configured. */
  mailer: Mailer | undefined
  operatorTeamId: number
  now: () => number
  close(): Promise<void>
}

export interface DepsOptions {
  name: string
  role: QueueRole
  /** Tests move this clock; production uses the real one. */
  now?: () => number
  log: Log
}

/** Their own connections: slow queries of other requests cannot occupy them. */
const limiterConnections = 2
const authenticationConnections = 3
const jobConnections: Record<QueueRole, number> = { enqueue: 1, work: 4, migrate: 2 }
const quarterHourMs = 15 * 60_000

/** Ready to use: the database is migrated and the job engine runs. */
export async function openDeps(config: Config, options: DepsOptions): Promise<Deps> {
  const metrics = createMetrics()
  const tracer = await openTracer(config, { ...options, metrics })
  const deps = buildDeps(config, options, { metrics, tracer })
  await whenAvailable(options.log, () => assertMigrated(deps.database.pool))
  await whenAvailable(options.log, () => deps.secrets.load())
  const reporter = reportSecretUse(deps)
  await deps.queue.start()
  // The limiter answers within two seconds, of which the first request should not spend one on connecting.
  if (options.role === 'enqueue') await openConnections(deps.limiterPool)
  return {
    ...deps,
    async close() {
      clearInterval(reporter)
      await deps.close()
    },
  }
}

const databaseWaitMs = 20_000

/** A database that is still starting, or a busy machine, needs a moment. */
async function whenAvailable(log: Log, work: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + databaseWaitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > giveUpAt) throw error
      log.warn({ err: error }, 'the database is not available yet')
      await sleep(1_000)
    }
  }
}

const secretUseEveryMs = 60_000

function reportSecretUse({ secrets, log }: Deps): NodeJS.Timeout {
  return setInterval(() => {
    secrets
      .noteUse()
      .catch((error: unknown) => log.warn({ err: error }, 'cannot record the use of the secret'))
  }, secretUseEveryMs).unref()
}

interface Telemetry {
  metrics: Metrics
  tracer: Tracer
}

/** Assembled, but not connected yet; `secrets` must be loaded before use. */
export function buildDeps(
  config: Config,
  { name, role, now = Date.now, log }: DepsOptions,
  { metrics, tracer }: Telemetry = { metrics: createMetrics(), tracer: noTracer },
): Deps {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const connection = { url: config.DATABASE_URL, applicationName: name, onError }
  const profile = role === 'work' ? 'worker' : 'api'
  const database = openDatabase({ ...connection, profile, poolSize: config.DATABASE_POOL_SIZE })
  const authentication = openDatabase({
    ...connection,
    profile: 'authentication',
    poolSize: authenticationConnections,
  })
  const limiterPool = createPool({ ...connection, profile: 'limiter', poolSize: limiterConnections })
  const jobPool = createPool({ ...connection, profile: 'jobs', poolSize: jobConnections[role] })
  observePool(database.pool, (seconds) => metrics.databaseWait.observe(seconds))
  const queue = createQueue(jobPool, role, log)
  const notifications = openNotifications({
    url: config.DATABASE_URL,
    applicationName: 'inlet-changes',
    log,
  })
  const { db } = database
  const allowedDestinations = createAllowedDestinations(commaList(config.INLET_OUTBOUND_ALLOWED))
  const outbound = openOutbound(allowedDestinations)
  const allowedDownloads = createAllowedDestinations(commaList(config.INLET_DOWNLOAD_ALLOWED))
  const downloads = openDownloads(allowedDownloads)
  const authDb = authentication.db
  const secrets = createDeploymentSecrets(authDb, config)
  const tokens = createTokens({
    publicUrl: config.INLET_PUBLIC_URL,
    loadKeyRing: () => loadKeyRing(authDb, secrets),
    now,
  })
  const store = openStore(config, {
    onCall: observeStoreCalls(metrics, tracer),
    onNotice: (notice) => log.warn({ notice }, 'notice of the object store'),
  })
  return {
    config,
    publicUrl: config.INLET_PUBLIC_URL,
    log,
    metrics,
    tracer,
    database,
    db,
    authDb,
    limiterPool,
    notifications,
    store,
    objectRemover: createObjectRemover({ db, store }),
    outbound,
    allowedDestinations,
    downloads,
    allowedDownloads,
    queue,
    enqueue: createEnqueue(queue.boss, tracer),
    secrets,
    tokens,
    limiter: createRateLimiter(limiterPool),
    slowLimiter: createRateLimiter(limiterPool, undefined, quarterHourMs),
    authenticator: createAuthenticator(tokens, (clientId) => findLiveKey(authDb, clientId)),
    passwords: createPasswords(),
    sessions: createSessions((token, options) => readLiveSession({ db: authDb, secrets }, token, options)),
    sessionCookie: hostCookie('inlet_session', config.INLET_PUBLIC_URL),
    provider: openProvider(config),
    mailer: openMailer(config),
    operatorTeamId: config.INLET_OPERATOR_TEAM_ID,
    now,
    async close() {
      await Promise.all([queue.close(), notifications.close(), outbound.close(), downloads.close()])
      await Promise.all([jobPool.end(), limiterPool.end(), authentication.close(), database.close()])
      await tracer.close()
    },
  }
}

function openOutbound(allowed: AllowedDestinations): Outbound {
  // Webhooks limit their requests themselves. With a limit per host, one receiver would delay others on the same host.
  const outbound = createOutbound({ allowed, connectionsPerHost: null })
  return {
    ...outbound,
    send(request) {
      assertNoTransaction('Sending a request')
      return outbound.send(request)
    },
  }
}

function openDownloads(allowed: AllowedDestinations): Downloads {
  const downloads = createDownloads({ allowed })
  return {
    ...downloads,
    open(request) {
      assertNoTransaction('A download')
      return downloads.open(request)
    },
  }
}

function openProvider(config: Config): Provider | undefined {
  const { INLET_OIDC_ISSUER: issuer, INLET_OIDC_CLIENT_ID: clientId } = config
  const clientSecret = config.INLET_OIDC_CLIENT_SECRET
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return createProvider({
    issuer,
    clientId,
    clientSecret,
    name: config.INLET_OIDC_NAME,
    scopes: config.INLET_OIDC_SCOPES,
    isEmailTrusted: config.INLET_OIDC_TRUST_EMAIL,
  })
}
