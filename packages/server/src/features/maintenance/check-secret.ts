import { type Finding, failed, ok, warning } from './finding.ts'

const check = 'secret'
const mend =
  'Make one with "openssl rand -base64 48". A secret that is in use cannot simply be changed: API keys and signing keys depend on it, so make new keys afterwards.'
// None so short that random characters spell it by chance.
const examples = /change|example|secret|password|testing|inlet|default|12345|abcdef/i
const repetition = /(.{8}).*\1/s
const fewBits = 128
const enoughBits = 160

/** Says nothing about what is in it. */
export function checkSecret(secret: string): Finding {
  const bits = Math.floor(entropyBits(secret))
  if (examples.test(secret) || repetition.test(secret) || bits < fewBits)
    return failed(check, 'INLET_SECRET can be guessed: it looks made up, not random.', mend)
  if (bits < enoughBits) return warning(check, `INLET_SECRET has about ${bits} random bits at most.`, mend)
  return ok(check, 'long and random enough')
}

/** Shannon's figure over the characters: an upper bound, which words and repetitions stay far below. */
function entropyBits(text: string): number {
  const counts = [...Map.groupBy(text, (character) => character).values()].map((some) => some.length)
  const perCharacter = counts.reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
  return perCharacter * text.length
}
