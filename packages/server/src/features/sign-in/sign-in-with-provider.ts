/** Signs in existing users through the provider. */
import type { SignInProblem } from '@inlet/contract/workspace'
import type { Provider, ProviderAccount } from '../../platform/auth/provider.ts'
import { ProviderUnavailable } from '../../platform/auth/provider.ts'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { findAccountByEmail, findUserByIdentity, linkIdentity } from './accounts.repo.ts'
import { type PendingVisit, readVisit } from './pending-visit.ts'
import { startSession } from './session-life.ts'

export interface ProviderDeps {
  db: Db
  secrets: SecretBox
  metrics: Metrics
  provider: Provider
}

/** Redirects to the sign-in page with an error code instead of showing JSON. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, options?: ErrorOptions) {
    super(`Sign-in through the provider ended with ${problem}.`, options)
    this.problem = problem
  }
}

export async function finishWithProvider(
  deps: ProviderDeps,
  input: { callbackUrl: URL; visit: string | undefined; nowMs: number },
  log: Log,
): Promise<{ token: string; to: string }> {
  const visit = readVisit(deps.secrets, input.visit, input.nowMs)
  if (!visit) throw new SignInRefused('expired')
  const account = await askProvider(deps, input.callbackUrl, visit, log)
  const userId = await findPerson(deps.db, account)
  deps.metrics.signIns.inc({ method: 'provider', outcome: userId === undefined ? 'refused' : 'accepted' })
  if (userId === undefined) throw new SignInRefused('no_account')
  return { token: await startSession(deps, userId), to: visit.to }
}

async function askProvider(
  { provider }: ProviderDeps,
  callbackUrl: URL,
  visit: PendingVisit,
  log: Log,
): Promise<ProviderAccount> {
  try {
    return await provider.finish(callbackUrl, visit.pending)
  } catch (cause) {
    // Logged for the operator; the provider's message may contain codes, so only the error type is included.
    log.warn({ reason: reasonOf(cause) }, 'sign-in through the provider failed')
    throw new SignInRefused(cause instanceof ProviderUnavailable ? 'provider_away' : 'provider_failed', {
      cause,
    })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  return `${error.name}${code}`
}

/** Matches the linked account first, then the verified address. */
async function findPerson(db: Db, account: ProviderAccount): Promise<number | undefined> {
  const linked = await findUserByIdentity(db, account)
  if (linked !== undefined || account.email === undefined) return linked
  const person = await findAccountByEmail(db, account.email)
  if (!person) return undefined
  if (await linkIdentity(db, person.user_id, account)) return person.user_id
  // A concurrent sign-in may have created the same link; otherwise the user is linked to another account.
  return findUserByIdentity(db, account)
}
