/** Parses the headers and the form of a token request (RFC 6749). Pure. */
import { isScope, type Scope, type TokenErrorCode, tokenErrorCatalogue } from '@inlet/contract'

export class TokenError extends Error {
  readonly code: TokenErrorCode
  readonly status: number
  /** RFC 6749, 5.2: a client that used the Authorization header gets a challenge for the same scheme. */
  readonly headers: Record<string, string>

  /** RFC 6749, 5.2 allows only these characters in a description, which may contain values sent by the caller. */
  constructor(code: TokenErrorCode, description: string = tokenErrorCatalogue[code].message) {
    super(description.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?'))
    this.name = 'TokenError'
    this.code = code
    this.status = tokenErrorCatalogue[code].status
    this.headers = code === 'invalid_client' ? { 'www-authenticate': 'Basic realm="inlet"' } : {}
  }
}

export interface TokenRequest {
  clientId: string
  clientSecret: string
  /** Undefined: all scopes of the key. */
  scopes: Scope[] | undefined
  /** Undefined: the API. */
  resource: string | undefined
}

export function readTokenRequest(authorization: string | undefined, sent: URLSearchParams): TokenRequest {
  // RFC 6749, 3.2: a parameter without a value counts as not sent.
  const form = new URLSearchParams([...sent].filter(([, value]) => value !== ''))
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1)
      throw new TokenError('invalid_request', `The field ${name} is sent twice.`)
  }
  const grantType = form.get('grant_type')
  if (!grantType)
    throw new TokenError('invalid_request', 'The field grant_type is missing; send client_credentials.')
  if (grantType !== 'client_credentials') throw new TokenError('unsupported_grant_type')
  const credentials = readCredentials(authorization, form)
  // No key contains a NUL character, and PostgreSQL rejects it in a parameter.
  if (credentials.clientId.includes('\0')) throw new TokenError('invalid_client')
  const resource = form.get('resource') ?? undefined
  return { ...credentials, scopes: readScopes(form.get('scope')), resource }
}

function readCredentials(authorization: string | undefined, form: URLSearchParams) {
  const basic = readBasic(authorization)
  const clientId = form.get('client_id')
  const clientSecret = form.get('client_secret')
  if (basic) {
    if (clientSecret !== null || (clientId !== null && clientId !== basic.clientId)) {
      throw new TokenError(
        'invalid_request',
        'Send the credentials either by HTTP Basic or in the form, not both.',
      )
    }
    return basic
  }
  if (!clientId) throw new TokenError('invalid_request', 'The field client_id is missing.')
  if (!clientSecret) throw new TokenError('invalid_request', 'The field client_secret is missing.')
  return { clientId, clientSecret }
}

/** RFC 6749, 2.3.1: both halves are form-encoded before they are joined and base64-encoded. */
function readBasic(authorization: string | undefined) {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) {
    if (authorization === undefined) return undefined
    throw new TokenError('invalid_client', 'The Authorization header is not HTTP Basic.')
  }
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
    return { clientId: decode(id), clientSecret: decode(rest.join(':')) }
  } catch {
    throw new TokenError('invalid_client', 'The HTTP Basic credentials are not form-encoded.')
  }
}

function readScopes(scope: string | null): Scope[] | undefined {
  const words = [...new Set((scope ?? '').split(' ').filter((word) => word !== ''))]
  if (words.length === 0) return undefined
  const unknown = words.find((word) => !isScope(word))
  if (unknown !== undefined) throw new TokenError('invalid_scope', `Unknown scope '${unknown}'.`)
  return words.filter(isScope)
}
