import { type Scope, tokenLifetimeSeconds } from '@inlet/contract'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Tokens } from '../../platform/auth/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { rateLimited } from '../../platform/http/import-scope.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { checkCredentials } from '../keys/keys.public.ts'
import { TokenError, type TokenRequest } from './token-request.ts'

export interface IssueTokenDeps {
  db: Db
  secrets: SecretBox
  tokens: Tokens
  limiter: RateLimiter
  metrics: Metrics
}

const perClientAMinute = 60
/** Failed credentials have their own limit, so that an attacker cannot lock out the key's owner. */
const failuresPerAddressAMinute = 60

export async function issueToken(deps: IssueTokenDeps, input: TokenRequest, address: string) {
  const key = await checkCredentials(deps, input.clientId, input.clientSecret)
  await countAttempt(deps, key ? `token:${key.keyId}` : `token-address:${address}`, key !== undefined)
  if (!key) throw new TokenError('invalid_client')
  const scopes = input.scopes ?? key.scopes
  const lacking = scopes.find((scope: Scope) => !key.scopes.includes(scope))
  if (lacking) throw new TokenError('invalid_scope', `The API key does not have the scope ${lacking}.`)
  return {
    access_token: await deps.tokens.issue(key.clientId, scopes),
    token_type: 'bearer' as const,
    expires_in: tokenLifetimeSeconds,
    scope: scopes.join(' '),
  }
}

async function countAttempt(
  { limiter, metrics }: IssueTokenDeps,
  bucket: string,
  isKnown: boolean,
): Promise<void> {
  const verdict = await limiter.take(bucket, isKnown ? perClientAMinute : failuresPerAddressAMinute)
  if (verdict.isAllowed) return
  metrics.rateLimited.inc({ limiter: 'token' })
  throw rateLimited(verdict)
}
