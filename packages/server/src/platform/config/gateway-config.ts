/** The few settings of the gateway, which has no database and none of the service's secrets. */
import { type Static, Type } from 'typebox'
import { ConfigSchema, refuseMissing } from './config.ts'
import { missingOfGateway, missingOfKey } from './missing-settings.ts'
import { ConfigError, describeSetting, readSettings } from './read-settings.ts'

export const GatewayConfigSchema = Type.Pick(ConfigSchema, [
  'INLET_HOST',
  'INLET_TRUST_PROXY',
  'INLET_LOG_LEVEL',
  'INLET_SHUTDOWN_SECONDS',
  'INLET_STORAGE_PROBE',
  'INLET_CORS_ORIGINS',
  'INLET_GATEWAY',
  'INLET_GATEWAY_URL',
  'INLET_GATEWAY_PORT',
  'INLET_GATEWAY_SECRET',
  'INLET_GATEWAY_UPLOADS',
  'INLET_GATEWAY_MEMORY_MB',
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_SESSION_TOKEN',
  'S3_MAX_REQUEST_BYTES',
  'S3_MAX_FORM_BYTES',
  'S3_FORCE_PATH_STYLE',
])
export type GatewayConfig = Static<typeof GatewayConfigSchema> & { INLET_GATEWAY_URL: string }

export function readGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const config = readSettings(GatewayConfigSchema, env)
  refuseMissing([...missingOfKey(config), ...missingOfGateway(config)])
  const { INLET_GATEWAY_URL } = config
  if (INLET_GATEWAY_URL === undefined || config.INLET_GATEWAY === 'never')
    throw new ConfigError([
      `INLET_GATEWAY_URL is not set, or INLET_GATEWAY is never, so that nothing is uploaded to a gateway. ${describeSetting(ConfigSchema, 'INLET_GATEWAY_URL')}`,
    ])
  return { ...config, INLET_GATEWAY_URL }
}
