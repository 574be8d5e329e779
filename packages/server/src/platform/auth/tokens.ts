/** Access tokens: RFC 9068 JWTs, signed and verified here with a cached key ring. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isScope, type Scope, tokenLifetimeSeconds } from '@inlet/contract'
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'
import { type KeyRing, keyRingSeconds, signingAlgorithm } from './signing-keys.ts'

/** The API, or the MCP endpoint. A token for one does not open the other. */
export type Audience = 'api' | 'mcp'

export interface TokenClaims {
  clientId: string
  audience: Audience
  scopes: Scope[]
  expiresAtMs: number
}

interface VerifiedToken {
  kid: string
  claims: TokenClaims
}

export interface Tokens {
  issue(clientId: string, scopes: readonly Scope[], audience?: Audience): Promise<string>
  /** Throws `invalid_token` for anything this service did not issue for the audience or that has expired. */
  verify(token: string, audience?: Audience): Promise<TokenClaims>
  jwks(): Promise<KeyRing['jwks']>
}

export interface TokenOptions {
  publicUrl: string
  loadKeyRing: () => Promise<KeyRing>
  now: () => number
}

/** A real token has about 700 characters. Longer ones are not worth a signature check. */
const maxTokenLength = 2048
/** An unknown key id may come from a process that has just rotated its keys or from a forger: reload, but not always. */
const reloadPauseMs = 250
/** A new token should be signed by a key that is still valid, so the ring is fresher than for verifying. */
const issueMaxAgeMs = 1_000
/** How far the clocks of two api processes may differ. */
const clockLeewaySeconds = 60
const requiredClaims = ['iss', 'sub', 'aud', 'client_id', 'scope', 'jti', 'iat', 'exp']

/** The URL that identifies the MCP endpoint as a resource (RFC 8707). */
export const mcpResource = (publicUrl: string): string => `${publicUrl}/mcp`

export function createTokens({ publicUrl, loadKeyRing, now }: TokenOptions): Tokens {
  const audiences: Record<Audience, string> = { api: `${publicUrl}/api/v1`, mcp: mcpResource(publicUrl) }
  // A signature check costs more than the rest of a small request, and one token makes many requests.
  const verified = new LRUCache<string, VerifiedToken>({ max: 20_000 })
  let ring: Promise<KeyRing> | undefined
  let loadedAtMs = 0

  function keyRing(maxAgeMs = keyRingSeconds * 1000): Promise<KeyRing> {
    if (ring === undefined || now() - loadedAtMs > maxAgeMs) {
      loadedAtMs = now()
      ring = loadKeyRing().catch((error: unknown) => {
        ring = undefined
        throw error
      })
    }
    return ring
  }

  async function publicKey(kid: string): Promise<CryptoKey> {
    const known = (await keyRing()).publicKeys.get(kid) ?? (await reloadedRing()).publicKeys.get(kid)
    if (!known) throw new AppError('invalid_token')
    return known
  }

  /** Waits until it may reload instead of rejecting a token that another process has just signed with a new key. */
  async function reloadedRing(): Promise<KeyRing> {
    const pauseMs = loadedAtMs + reloadPauseMs - now()
    // Timers may fire a millisecond early.
    if (pauseMs > 0) await sleep(Math.min(pauseMs, reloadPauseMs) + 1)
    return keyRing(reloadPauseMs - 1)
  }

  async function verifySignature(token: string): Promise<VerifiedToken> {
    if (token.length > maxTokenLength) throw new AppError('invalid_token')
    const kid = readKid(token)
    const key = await publicKey(kid)
    const { payload } = await jwtVerify(token, key, {
      algorithms: [signingAlgorithm],
      typ: 'at+jwt',
      issuer: publicUrl,
      audience: Object.values(audiences),
      requiredClaims,
      currentDate: new Date(now()),
    }).catch((cause: unknown) => {
      throw new AppError('invalid_token', { cause })
    })
    const audience = payload.aud === audiences.mcp ? 'mcp' : 'api'
    return { kid, claims: { ...readClaims(payload, now()), audience } }
  }

  async function verifyNew(token: string): Promise<VerifiedToken> {
    const one = await verifySignature(token)
    verified.set(token, one)
    return one
  }

  return {
    async issue(clientId, scopes, audience = 'api') {
      const { kid, privateKey } = await keyRing(issueMaxAgeMs)
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({ client_id: clientId, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid })
        .setIssuer(publicUrl)
        .setAudience(audiences[audience])
        .setSubject(clientId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenLifetimeSeconds)
        .sign(privateKey)
    },
    async verify(token, audience = 'api') {
      const known = verified.get(token)
      // A cached token is only as good as its key, which may have been deleted because it leaked.
      if (known && !(await keyRing()).publicKeys.has(known.kid)) {
        verified.delete(token)
        throw new AppError('invalid_token')
      }
      const { claims } = known ?? (await verifyNew(token))
      if (claims.audience !== audience || claims.expiresAtMs <= now()) throw new AppError('invalid_token')
      return claims
    },
    jwks: async () => (await keyRing()).jwks,
  }
}

function readKid(token: string): string {
  const kid = readHeader(token).kid
  if (kid === undefined) throw new AppError('invalid_token')
  return kid
}

function readHeader(token: string) {
  try {
    return decodeProtectedHeader(token)
  } catch (cause) {
    throw new AppError('invalid_token', { cause })
  }
}

function readClaims(payload: JWTPayload, nowMs: number): Omit<TokenClaims, 'audience'> {
  const { client_id: clientId, scope, sub, aud, exp, iat } = payload
  if (typeof clientId !== 'string' || typeof scope !== 'string' || sub !== clientId)
    throw new AppError('invalid_token')
  // A list could name both.
  if (typeof aud !== 'string') throw new AppError('invalid_token')
  // Whoever holds a leaked key could otherwise sign a token that outlives every rotation.
  if (exp === undefined || iat === undefined || exp - iat > tokenLifetimeSeconds)
    throw new AppError('invalid_token')
  if (iat > nowMs / 1000 + clockLeewaySeconds) throw new AppError('invalid_token')
  return { clientId, scopes: scope.split(' ').filter(isScope), expiresAtMs: exp * 1000 }
}
