/** Clients of the object store with time limits that throw. By themselves the SDK's limits only log a warning. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { callLimits, silenceMs } from './call-limits.ts'
import { addCompatibleHeaders } from './compatible-headers.ts'
import { type ObserveCall, observeCalls } from './observe.ts'

export interface StoreCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

export interface ClientOptions {
  endpoint: string
  /** The URL under which clients reach the store; signatures cover it, so it cannot be rewritten later. */
  publicEndpoint: string
  region: string
  /** Undefined: the SDK's chain of environment, shared files, web identity, container and instance roles. */
  credentials: StoreCredentials | undefined
  forcePathStyle: boolean
  onCall?: ObserveCall | undefined
  /** Receives what the operator should know, including warnings of the SDK. */
  onNotice?: ((notice: string) => void) | undefined
}

export interface S3Clients {
  /** For every call that sends no file. */
  client: S3Client
  /** Closes a connection over which no byte moves. It would also cut off a slow copy, or a reader that pauses. */
  writer: S3Client
  /** Only signs. */
  signer: S3Client
}

export function createClients(options: ClientOptions): S3Clients {
  const client = createClient(options, options.endpoint)
  const writer = createClient(options, options.endpoint, { socketTimeout: silenceMs })
  for (const one of [client, writer]) {
    addCompatibleHeaders(one)
    if (options.onCall) observeCalls(one, options.onCall)
  }
  return { client, writer, signer: createClient(options, options.publicEndpoint) }
}

function createClient(options: ClientOptions, endpoint: string, timeouts: object = {}): S3Client {
  const logger = loggerFor(options.onNotice)
  const config: S3ClientConfig = {
    endpoint,
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    // Stores other than AWS reject the checksums that newer SDKs add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // A store that does not know the header would make every large upload wait for its whole limit.
    expectContinueHeader: false,
    logger,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: callLimits.short.attemptMs,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      logger,
      ...timeouts,
    },
  }
  const { credentials } = options
  if (credentials) {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials
    config.credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
  }
  return new S3Client(config)
}

/** At the other levels the SDK logs every call with its parameters; without a logger it writes to the console. */
function loggerFor(onNotice: ClientOptions['onNotice']) {
  const pass = (...content: unknown[]) => onNotice?.(content.map(String).join(' '))
  const drop = () => {}
  return { trace: drop, debug: drop, info: drop, warn: pass, error: drop }
}
