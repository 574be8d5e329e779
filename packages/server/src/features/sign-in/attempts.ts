/** Limits sign-in attempts; counted before the password is checked, so that concurrent attempts cannot exceed the limit. */
import type { SecretBox } from '../../platform/auth/secrets.ts'
import { AppError } from '../../platform/errors.ts'
import { addressBlock } from '../../platform/http/address-block.ts'
import type { RateLimiter, Verdict } from '../../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

export interface AttemptDeps {
  secrets: SecretBox
  metrics: Metrics
  limiter: Pick<RateLimiter, 'take'>
  /** Per 15 minutes. */
  slowLimiter: Pick<RateLimiter, 'take'>
}

/** Higher, because a whole office may share one address. */
const perAddressAMinute = 30
const perEmailInAQuarterHour = 10
const resetsInAQuarterHour = 3

export async function countAddress(deps: AttemptDeps, address: string): Promise<void> {
  refuseIfOver(deps, await deps.limiter.take(`sign-in-address:${addressBlock(address)}`, perAddressAMinute))
}

/** Counts known and unknown addresses alike, so that the limit does not reveal which exist. */
export async function countEmail(deps: AttemptDeps, email: string): Promise<void> {
  refuseIfOver(deps, await deps.slowLimiter.take(`sign-in:${nameOf(deps, email)}`, perEmailInAQuarterHour))
}

/** Separate from attempts to sign in: who floods a mailbox must not lock its owner out. */
export async function countResetOf(deps: AttemptDeps, email: string): Promise<void> {
  const verdict = await deps.slowLimiter.take(`password-reset:${nameOf(deps, email)}`, resetsInAQuarterHour)
  refuseIfOver(deps, verdict, 'requests to reset this password')
}

const nameOf = ({ secrets }: AttemptDeps, email: string) =>
  secrets.fingerprint('sign-in', email.trim().toLowerCase()).toString('base64url')

function refuseIfOver({ metrics }: AttemptDeps, verdict: Verdict, what = 'attempts to sign in'): void {
  if (verdict.isAllowed) return
  metrics.rateLimited.inc({ limiter: 'sign-in' })
  const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new AppError('rate_limited', {
    message: `Too many ${what}. Wait ${wait}, then try again.`,
    headers: { 'retry-after': String(seconds) },
  })
}
