/** Signing in through the provider: existing people only. */
import type { SignInProblem } from '@inlet/contract/workspace'
import type { Provider, ProviderAccount } from '../../platform/auth/provider.ts'
import { ProviderAway } from '../../platform/auth/provider.ts'
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

/** Somebody who cannot be signed in is sent to the sign-in page with a word, not shown an error in JSON. */
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
    // The operator has to see why; what the provider said may hold codes, so only its kind is told.
    log.warn({ reason: reasonOf(cause) }, 'sign-in through the provider failed')
    throw new SignInRefused(cause instanceof ProviderAway ? 'provider_away' : 'provider_failed', { cause })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  return `${error.name}${code}`
}

/** By the link made the first time, and only then by the address. */
async function findPerson(db: Db, account: ProviderAccount): Promise<number | undefined> {
  const linked = await findUserByIdentity(db, account)
  if (linked !== undefined || account.email === undefined) return linked
  const person = await findAccountByEmail(db, account.email)
  if (!person) return undefined
  if (await linkIdentity(db, person.user_id, account)) return person.user_id
  // Two windows at once: the other one has made the link. Anything else is another account of that person.
  return findUserByIdentity(db, account)
}
