/** The documents by which OAuth clients find the token endpoint (RFC 9728 and RFC 8414). */
import { scopes } from '@inlet/contract'
import { mcpResource } from '../../platform/auth/tokens.ts'

export const resourceMetadataPath = '/.well-known/oauth-protected-resource'
export const serverMetadataPath = '/.well-known/oauth-authorization-server'
export const authorizePath = '/api/v1/oauth/authorize'

export const resourceMetadata = (publicUrl: string) => ({
  resource: mcpResource(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: ['mcp:read'],
  bearer_methods_supported: ['header'],
  resource_name: 'Inlet',
})

/** `authorization_endpoint` is there because clients refuse a document without it, although no grant type uses it. */
export const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${authorizePath}`,
  token_endpoint: `${publicUrl}/api/v1/oauth/token`,
  jwks_uri: `${publicUrl}/.well-known/jwks.json`,
  scopes_supported: scopes,
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
})
