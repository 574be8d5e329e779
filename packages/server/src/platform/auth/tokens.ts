/** Access tokens: RFC 9068 JWTs, signed and verified here with a cached key ring. */
import { isScope, type Scope, tokenLifetimeSeconds } from '@inlet/contract'
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'
import { type KeyRing, keyRingSeconds, signingAlgorithm } from './signing-keys.ts'

export interface TokenClaims {
  clientId: string
  scopes: Scope[]
  expiresAtMs: number
}

export interface Tokens {
  issue(clientId: string, scopes: readonly Scope[]): Promise<string>
  /** Throws `invalid_token` for anything this service did not issue or that has expired. */
  verify(token: string): Promise<TokenClaims>
  jwks(): Promise<KeyRing['jwks']>
}

export interface TokenOptions {
  publicUrl: string
  loadKeyRing: () => Promise<KeyRing>
  now: () => number
}

/** A real token has about 700 characters. Longer ones are not worth a signature check. */
const maxTokenLength = 2048
/** An unknown key id may come from a process that has just rotated its keys or from a forger: reload, but rarely. */
const reloadAtMostEveryMs = 5_000
const requiredClaims = ['iss', 'sub', 'aud', 'client_id', 'scope', 'jti', 'iat', 'exp']

export function createTokens({ publicUrl, loadKeyRing, now }: TokenOptions): Tokens {
  const audience = `${publicUrl}/api/v1`
  // A signature check costs more than the rest of a small request, and one token makes many requests.
  const verified = new LRUCache<string, TokenClaims>({ max: 20_000 })
  let ring: Promise<KeyRing> | undefined
  let loadedAtMs = 0

  function keyRing(maxAgeMs = keyRingSeconds * 1000): Promise<KeyRing> {
    if (ring === undefined || now() - loadedAtMs > maxAgeMs) {
      loadedAtMs = now()
      const previous = ring
      ring = loadKeyRing().catch((error: unknown) => {
        ring = previous
        throw error
      })
    }
    return ring
  }

  async function publicKey(kid: string | undefined): Promise<CryptoKey> {
    if (kid === undefined) throw new AppError('invalid_token')
    const known =
      (await keyRing()).publicKeys.get(kid) ?? (await keyRing(reloadAtMostEveryMs)).publicKeys.get(kid)
    if (!known) throw new AppError('invalid_token')
    return known
  }

  async function verifySignature(token: string): Promise<TokenClaims> {
    if (token.length > maxTokenLength) throw new AppError('invalid_token')
    const key = await publicKey(readKid(token))
    const { payload } = await jwtVerify(token, key, {
      algorithms: [signingAlgorithm],
      typ: 'at+jwt',
      issuer: publicUrl,
      audience,
      requiredClaims,
      currentDate: new Date(now()),
    }).catch((cause: unknown) => {
      throw new AppError('invalid_token', { cause })
    })
    return readClaims(payload)
  }

  return {
    async issue(clientId, scopes) {
      const { kid, privateKey } = await keyRing()
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({ client_id: clientId, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(clientId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenLifetimeSeconds)
        .sign(privateKey)
    },
    async verify(token) {
      let claims = verified.get(token)
      if (!claims) {
        claims = await verifySignature(token)
        verified.set(token, claims)
      }
      if (claims.expiresAtMs <= now()) throw new AppError('invalid_token')
      return claims
    },
    jwks: async () => (await keyRing()).jwks,
  }
}

function readKid(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch (cause) {
    throw new AppError('invalid_token', { cause })
  }
}

function readClaims(payload: JWTPayload): TokenClaims {
  const { client_id: clientId, scope, sub, exp } = payload
  if (typeof clientId !== 'string' || typeof scope !== 'string' || sub !== clientId || exp === undefined) {
    throw new AppError('invalid_token')
  }
  return { clientId, scopes: scope.split(' ').filter(isScope), expiresAtMs: exp * 1000 }
}
