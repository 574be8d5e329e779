/** Settings that are only useful together. With half of them, the mistake would be noticed by the first user. */

interface KeySettings {
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
  S3_SESSION_TOKEN?: string
}

interface ProviderSettings {
  INLET_OIDC_ISSUER?: string
  INLET_OIDC_CLIENT_ID?: string
  INLET_OIDC_CLIENT_SECRET?: string
}

interface GatewaySettings extends KeySettings {
  INLET_GATEWAY: 'auto' | 'always' | 'never'
  INLET_GATEWAY_URL?: string
  INLET_GATEWAY_SECRET?: string
}

export function missingOfProvider(config: ProviderSettings): string[] {
  const names = ['INLET_OIDC_ISSUER', 'INLET_OIDC_CLIENT_ID', 'INLET_OIDC_CLIENT_SECRET'] as const
  const missing = names.filter((name) => config[name] === undefined)
  return missing.length < names.length ? missing : []
}

export function missingOfMail(config: { INLET_SMTP_URL?: string; INLET_MAIL_FROM?: string }): string[] {
  const names = ['INLET_SMTP_URL', 'INLET_MAIL_FROM'] as const
  const missing = names.filter((name) => config[name] === undefined)
  return missing.length < names.length ? missing : []
}

/** With half a key the SDK would silently look for another one. */
export function missingOfKey(config: KeySettings): string[] {
  const names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = names.filter((name) => config[name] === undefined)
  return missing.length < names.length || config.S3_SESSION_TOKEN !== undefined ? missing : []
}

/** The key of a role changes and differs between processes, so signatures cannot be derived from it. */
export function missingOfGateway(config: GatewaySettings): string[] {
  const isUsed = config.INLET_GATEWAY_URL !== undefined && config.INLET_GATEWAY !== 'never'
  const secret = config.INLET_GATEWAY_SECRET ?? config.S3_SECRET_ACCESS_KEY
  return [
    ...(config.INLET_GATEWAY === 'always' && !isUsed ? ['INLET_GATEWAY_URL'] : []),
    ...(isUsed && secret === undefined ? ['INLET_GATEWAY_SECRET'] : []),
  ]
}
