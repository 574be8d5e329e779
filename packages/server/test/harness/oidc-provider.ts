/** A single sign-on provider: discovery, authorization with PKCE, tokens and keys, as in OpenID Connect. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface OidcProvider {
  issuer: string
  /** The claims of the person who signs in next. */
  person: Record<string, unknown>
  /** What is wrong with its next responses. */
  fault: 'none' | 'denies' | 'other nonce' | 'other audience' | 'other key'
  close(): Promise<void>
}

export const oidcClient = { id: 'inlet', secret: 'a secret of the client' }

interface Grant {
  nonce: string
  challenge: string
  redirectUri: string
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const provider: OidcProvider = {
    issuer: '',
    person: {},
    fault: 'none',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  const discovery = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  })

  function authorize(query: URLSearchParams): string {
    const to = new URL(query.get('redirect_uri') ?? '')
    to.searchParams.set('state', query.get('state') ?? '')
    if (provider.fault === 'denies') to.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      const [nonce, challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? '']
      grants.set(code, { nonce, challenge, redirectUri: query.get('redirect_uri') ?? '' })
      to.searchParams.set('code', code)
    }
    return to.toString()
  }

  async function issue(
    form: URLSearchParams,
    authorization: string | undefined,
  ): Promise<object | undefined> {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const basic = `Basic ${Buffer.from([oidcClient.id, encodeURIComponent(oidcClient.secret).replaceAll('%20', '+')].join(':')).toString('base64')}`
    const isClient = form.get('client_secret') === oidcClient.secret || authorization === basic
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || !isClient || proof !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri)
      return undefined
    const { fault } = provider
    const idToken = await new SignJWT({
      ...provider.person,
      nonce: fault === 'other nonce' ? 'another' : grant.nonce,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(provider.issuer)
      .setAudience(fault === 'other audience' ? 'somebody' : oidcClient.id)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(fault === 'other key' ? stranger.privateKey : privateKey)
    return { access_token: 'opaque', token_type: 'Bearer', id_token: idToken }
  }

  async function answer(request: IncomingMessage): Promise<object | string | undefined> {
    const url = new URL(request.url ?? '', provider.issuer)
    if (url.pathname === '/.well-known/openid-configuration') return discovery()
    if (url.pathname === '/jwks') return { keys: [jwk] }
    if (url.pathname === '/authorize') return authorize(url.searchParams)
    return issue(new URLSearchParams(await text(request)), request.headers.authorization)
  }

  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      if (typeof body === 'string') response.writeHead(302, { location: body }).end()
      else {
        response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body ?? { error: 'invalid_grant' }))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
