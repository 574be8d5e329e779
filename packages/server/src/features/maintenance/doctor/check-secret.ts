import { type GivenSecrets, listSecretUses, secretMark } from '../../../platform/auth/deployment-secrets.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type CheckResult, failed, ok, reasonOf, warning } from './check-result.ts'

const check = 'secret'
const fix =
  'Generate one with "openssl rand -base64 48". To replace a secret that is in use, set it as INLET_SECRET_PREVIOUS until every process has been restarted.'
// Long enough that random characters do not match by chance.
const examples = /change|example|secret|password|testing|inlet|default|12345|abcdef/i
const repetition = /(.{8}).*\1/s
const fewBits = 128
const enoughBits = 160

/** Reveals nothing about the secret. */
export function checkSecret(secret: string): CheckResult {
  const bits = Math.floor(entropyBits(secret))
  if (examples.test(secret) || repetition.test(secret) || bits < fewBits)
    return failed(check, 'INLET_SECRET is guessable: it does not look random.', fix)
  if (bits < enoughBits) return warning(check, `INLET_SECRET has at most about ${bits} bits of entropy.`, fix)
  return ok(check, 'long and random')
}

/** Shannon entropy of the characters, an upper bound that words and repetitions stay far below. */
function entropyBits(text: string): number {
  const counts = [...Map.groupBy(text, (character) => character).values()].map((some) => some.length)
  const perCharacter = counts.reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
  return perCharacter * text.length
}

const useCheck = 'secret in use'

/** Which secrets open the deployment, and whether the previous one can be removed. */
export async function checkSecretUse(db: Db, given: GivenSecrets): Promise<CheckResult> {
  try {
    const uses = await listSecretUses(db)
    const current = secretMark(given.INLET_SECRET)
    const others = uses.filter(({ mark }) => mark !== current)
    if (uses.length === 0) return ok(useCheck, 'no process has been started with a secret yet')
    if (!uses.some(({ mark }) => mark === current)) return currentIsUnknown(given, others)
    return othersLeft(given, others)
  } catch (error) {
    return warning(
      useCheck,
      `INLET_SECRET could not be compared with the database (${reasonOf(error)}).`,
      'Make the database reachable and migrate it, then run doctor again.',
    )
  }
}

type Uses = Awaited<ReturnType<typeof listSecretUses>>

function currentIsUnknown(given: GivenSecrets, others: Uses): CheckResult {
  const previous = given.INLET_SECRET_PREVIOUS
  if (previous !== undefined && others.some(({ mark }) => mark === secretMark(previous)))
    return warning(
      useCheck,
      'INLET_SECRET is new; INLET_SECRET_PREVIOUS still opens the deployment.',
      'Restart all processes with both settings.',
    )
  return failed(
    useCheck,
    'INLET_SECRET does not match the database, so no process starts.',
    'Set the secret that was used before. To replace it, set the old one as INLET_SECRET_PREVIOUS.',
  )
}

function othersLeft(given: GivenSecrets, others: Uses): CheckResult {
  const [newest] = others
  if (newest) {
    const last = `An old secret still opens the deployment; a process last used it at ${newest.last_used_at.toISOString()}.`
    return newest.is_in_use
      ? warning(useCheck, last, 'Restart the processes that still have the old secret.')
      : warning(
          useCheck,
          last,
          'No process uses it any more: run "inlet-admin secret retire" and remove INLET_SECRET_PREVIOUS.',
        )
  }
  return given.INLET_SECRET_PREVIOUS === undefined
    ? ok(useCheck, 'INLET_SECRET is the only secret that opens the deployment')
    : warning(
        useCheck,
        'INLET_SECRET_PREVIOUS is no longer needed: only INLET_SECRET opens the deployment.',
        'Remove INLET_SECRET_PREVIOUS from the settings.',
      )
}
