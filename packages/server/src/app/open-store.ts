/** Opens the object store with the settings of a process. Apart from the other dependencies, because the gateway has none. */
import type { Config } from '../platform/config/config.ts'
import { assertNoTransaction } from '../platform/db/open-transactions.ts'
import { deriveGatewayKey } from '../platform/object-store/gateway-signatures.ts'
import {
  type ObjectStore,
  type ObjectStoreOptions,
  openObjectStore,
} from '../platform/object-store/object-store.ts'
import type { ObserveCall } from '../platform/object-store/observe.ts'

type GatewayConfig = Pick<
  Config,
  'INLET_GATEWAY' | 'INLET_GATEWAY_URL' | 'INLET_GATEWAY_SECRET' | 'S3_SECRET_ACCESS_KEY'
>

export type StoreConfig = GatewayConfig &
  Pick<
    Config,
    | 'S3_ENDPOINT'
    | 'S3_PUBLIC_ENDPOINT'
    | 'S3_REGION'
    | 'S3_BUCKET'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SESSION_TOKEN'
    | 'S3_FORCE_PATH_STYLE'
    | 'S3_MAX_REQUEST_BYTES'
    | 'S3_MAX_FORM_BYTES'
  >

const ignoreCall: ObserveCall = () => () => {}

export function openStore(
  config: StoreConfig,
  { onCall = ignoreCall, onNotice }: Pick<ObjectStoreOptions, 'onCall' | 'onNotice'> = {},
): ObjectStore {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined
  return openObjectStore({
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    credentials: hasKey ? { accessKeyId, secretAccessKey, sessionToken: config.S3_SESSION_TOKEN } : undefined,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    maxRequestBytes: config.S3_MAX_REQUEST_BYTES,
    maxFormBytes: config.S3_MAX_FORM_BYTES,
    gateway: gatewayOf(config),
    onCall: (operation) => {
      assertNoTransaction(`${operation} of the object store`)
      return onCall(operation)
    },
    onNotice,
  })
}

function gatewayOf(config: GatewayConfig): ObjectStoreOptions['gateway'] {
  const { INLET_GATEWAY: mode, INLET_GATEWAY_URL: url } = config
  if (mode === 'never' || url === undefined) return undefined
  return { mode, url, signingKey: gatewayKeyOf(config) }
}

/** The same in every process that has these settings. */
export function gatewayKeyOf({
  INLET_GATEWAY_SECRET,
  S3_SECRET_ACCESS_KEY,
}: Pick<GatewayConfig, 'INLET_GATEWAY_SECRET' | 'S3_SECRET_ACCESS_KEY'>): Buffer {
  const secret = INLET_GATEWAY_SECRET ?? S3_SECRET_ACCESS_KEY
  if (secret === undefined) throw new Error('INLET_GATEWAY_SECRET is not set.')
  return deriveGatewayKey(secret)
}
