import { type CheckResult, failed, ok, warning } from './check-result.ts'

const check = 'secret'
const fix =
  'Generate one with "openssl rand -base64 48". Changing a secret that is in use invalidates all API keys and signing keys, so create new keys afterwards.'
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
