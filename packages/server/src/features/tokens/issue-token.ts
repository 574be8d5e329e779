import { type Scope, tokenLifetimeSeconds } from '@inlet/contract'
import { LRUCache } from 'lru-cache'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import { mcpResource, type Tokens } from '../../platform/auth/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { addressBlock } from '../../platform/http/address-block.ts'
import { rateLimited } from '../../platform/http/import-scope.ts'
import type { RateLimiter, Verdict } from '../../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { checkCredentials } from '../keys/keys.public.ts'
import { TokenError, type TokenRequest } from './token-request.ts'
import { type Target, targetOf } from './token-target.policy.ts'

export interface IssueTokenDeps {
  trustedClients: TrustedClients
  db: Db
  publicUrl: string
  secrets: SecretBox
  tokens: Tokens
  limiter: RateLimiter
  metrics: Metrics
}

const perClientAMinute = 60
/** Failed credentials have their own limit, so that an attacker cannot lock out the key's owner. */
const failuresPerAddressAMinute = 60

/**
 * Clients that recently proved their secret from an address. Failures of another program at the same address, such as
 * behind a company's gateway, do not block them.
 */
export type TrustedClients = LRUCache<string, true>

export const createTrustedClients = (): TrustedClients =>
  new LRUCache({ max: 20_000, ttl: 2 * tokenLifetimeSeconds * 1000 })

export async function issueToken(deps: IssueTokenDeps, input: TokenRequest, address: string) {
  const block = addressBlock(address)
  const failures = `token-address:${block}`
  const client = `${block} ${input.clientId}`
  // Without a query: a flood from one address must not occupy the database.
  const denied = deps.limiter.knownDenial(failures, failuresPerAddressAMinute)
  if (denied && !deps.trustedClients.has(client)) refuse(deps, denied)
  const key = await checkCredentials(deps, input.clientId, input.clientSecret)
  if (!key) {
    await countAttempt(deps, failures, failuresPerAddressAMinute)
    throw new TokenError('invalid_client')
  }
  await countAttempt(deps, `token:${key.keyId}`, perClientAMinute)
  deps.trustedClients.set(client, true)
  const { audience, scopes } = requireTarget(deps.publicUrl, input, key.scopes)
  const lacking = scopes.find((scope) => !key.scopes.includes(scope))
  if (lacking) throw new TokenError('invalid_scope', `The API key does not have the scope ${lacking}.`)
  return {
    access_token: await deps.tokens.issue(key.clientId, scopes, audience),
    token_type: 'bearer' as const,
    expires_in: tokenLifetimeSeconds,
    scope: scopes.join(' '),
  }
}

function requireTarget(publicUrl: string, input: TokenRequest, keyScopes: readonly Scope[]): Target {
  const resources = { api: `${publicUrl}/api/v1`, mcp: mcpResource(publicUrl) }
  const target = targetOf({ ...input, keyScopes }, resources)
  if ('reason' in target) throw new TokenError(target.code, target.reason)
  return target
}

async function countAttempt(deps: IssueTokenDeps, bucket: string, limit: number): Promise<void> {
  const verdict = await deps.limiter.take(bucket, limit)
  if (!verdict.isAllowed) refuse(deps, verdict)
}

function refuse({ metrics }: IssueTokenDeps, verdict: Verdict): never {
  metrics.rateLimited.inc({ limiter: 'token' })
  throw rateLimited(verdict)
}
