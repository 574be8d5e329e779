/** Blood types: "O negative", AB+, "type a b", 0 Rh-. Pure. */

import type { Finding } from './finding.ts'
import type { Reading } from './reading.ts'
import { textAfter, textBefore } from './reading.ts'
import { fold } from './tokens.ts'

const group = '(?:a\\s?b|a[12]b?|ab|a|b|o|oh|0|zero)'
const sign =
  '(?:[+-]ve\\b|[+＋]|[-−–](?![a-z0-9])|positive|negative|positiv|negativ|positivo|negativo|positif|n[eé]gatif|pos\\b|neg\\b|plus|minus|rh\\s?\\(?[+-]\\)?|rh[- ](?:positive|negative|pos|neg|plus|minus|factor (?:positive|negative)))'
const full = new RegExp(
  `(?<![\\p{L}\\p{N}'+-])${group}(?:\\s?[,-]?\\s?rh\\s?(?:factor)?)?[\\s-]?\\(?${sign}\\)?(?![\\p{L}\\p{N}])`,
  'giu',
)
const bare = new RegExp(`(?<![\\p{L}\\p{N}'+-])(?:type\\s+)?${group}(?![\\p{L}\\p{N}'+])`, 'giu')
const rhesus =
  /(?<![\p{L}\p{N}])(?:rh|rhesus)(?:[\s-]?factor(?:\sis)?|\sd)?[\s-]?(?:positive|negative|pos|neg|\+|-)(?![\p{L}\p{N}])/giu

const blood =
  /\b(?:blood|bloodtype|donors?|donat\w+|transfus\w+|rhesus|plasma|blutgruppe|blut|sanguin\w*|sanguign\w*|sangre|sangue|sang|bloedgroep|grupa krwi|blodgrupp)\b/
const bareLead =
  /\b(?:blood[ -]?(?:type|group)|blutgruppe|grupo sanguineo|tipo de sangre|groupe sanguin|gruppo sanguigno|tipo sanguineo|bloedgroep)\W{0,3}(?:\w+\W{1,2}){0,3}$/

export function findBloodTypes(reading: Reading): Finding[] {
  const found: Finding[] = []
  const { text } = reading
  for (const match of text.matchAll(full)) {
    const end = match.index + match[0].length
    if (isBlood(reading, match[0], match.index, end))
      found.push({ start: match.index, end, category: 13, confidence: 0.92 })
  }
  for (const match of text.matchAll(rhesus))
    found.push({ start: match.index, end: match.index + match[0].length, category: 13, confidence: 0.9 })
  for (const match of text.matchAll(bare)) {
    const start = match.index
    const end = start + match[0].length
    if (found.some((each) => start < each.end && each.start < end)) continue
    if (isBareBlood(reading, match[0], start, end)) found.push({ start, end, category: 13, confidence: 0.85 })
  }
  return found
}

/** After these the letter and the word are something else: "hepatitis B positive", "got an A plus". */
const otherResult =
  /\b(?:hepatitis|hiv|covid|vitamin|plan|option|grade|graded|score|rated?|a1c|strep|influenza|flu|class|test(?:ed)?|rating|exam|got|gave|give|an?)\s(?:an? )?$/
const ofSomebody =
  /\b(?:i'm|i am|he's|she's|he is|she is|they're|we're|type|group|is|was|be|both|are|as|[a-z]+'s)\s(?:(?:a )?type )?$/
const ofSomebodySurely =
  /\b(?:i'm|i am|type|group|he's|she's|both|all|(?:dad|mom|mum|mother|father|wife|husband|son|daughter|brother|sister|partner|kid|who)(?:'s| is))\s(?:type )?$/
const ends =
  /^\s*(?:$|[.,;!?)]|and\b|so\b|but\b|like\b|which\b|too\b|as well|by the way|the (?:doctor|nurse|lab)|my (?:doctor|nurse)|according|apparently|i (?:think|believe|guess|know)|they (?:said|told)|if i|(?:my|his|her|she|he|we|they|you)\b|in (?:my|our|the) family|myself|blood|until\b|since\b|when\b|because\b|is (?:pretty|very|super|quite|really|so) (?:common|rare)|shortage|stock|supply|supplies|units?\b|bags?\b|plasma)/

function isBlood(reading: Reading, match: string, start: number, end: number): boolean {
  const before = textBefore(reading, start, 70)
  const after = textAfter(reading, end, 50)
  const letters = fold(match)
  const isSpelled = /positiv|negativ|positif|negatif|pos$|neg$/.test(letters)
  // "the blood test had a positive effect": an article, unless it ends there or the type was announced.
  const isArticle =
    match.startsWith('a ') &&
    isSpelled &&
    !ends.test(after) &&
    !/(?:type|group|gruppe|[:=])\s?(?:is |was )?$/.test(before)
  if (blood.test(before) || blood.test(after)) return !isArticle || blood.test(after.slice(0, 14))
  if (/^(?:A|B|AB|O) (?:pos|neg|Pos|Neg|POS|NEG)$/.test(match)) return true
  // Inside a sentence an article has no capital.
  const isInside =
    !/(?:^|[.!?:"“]\s?|\n)$/.test(before) && /^A [a-z]/.test(match) && isSpelled && !otherResult.test(before)
  if (isInside && !reading.isUncased) return true
  if (
    isInside &&
    !/^[\s]*(?:attitude|experience|change|review|feedback|impact|effect|result|test|way|outlook|impression)/.test(
      after,
    )
  )
    return true
  // "an O negative patient": nothing else is called that.
  const isArticled = /^(?:ab|o)/.test(letters) && /\ban? $/.test(before)
  if (otherResult.test(before) && !isArticled) return false
  if (isSpelled && /^,? (?:that's|apparently|i (?:think|believe)|same|like me|here)\b/.test(after))
    return true
  if (/^(?:ab|a b)/.test(letters)) return isSpelled || /[+-]$/.test(letters)
  if (/^(?:o|oh|0|zero)/.test(letters))
    return (
      (isSpelled && letters.startsWith('o')) ||
      (/^oh? (?:plus|minus)$/.test(letters) && ofSomebodySurely.test(before)) ||
      /^O[+-]$/.test(match) ||
      /rh/i.test(match)
    )
  if (/rh/i.test(letters) || (isSpelled && letters.startsWith('b'))) return true
  const isSigned = /(?:plus|minus)$/.test(letters) && ofSomebodySurely.test(before)
  if (!(isSpelled || isSigned) || !ends.test(after)) return false
  return letters.startsWith('a ') ? ofSomebodySurely.test(before) : ofSomebody.test(before)
}

function isBareBlood(reading: Reading, match: string, start: number, end: number): boolean {
  const before = textBefore(reading, start, 50)
  const after = textAfter(reading, end, 40)
  const isArticle = /^a$/.test(match) && /^ [a-z]/.test(after)
  if (bareLead.test(before) && !isArticle)
    return (
      /^(?:type\s+)?(?:ab|a b|a|b|o|0|oh)$/i.test(match) && !/^ (?:lot|bit|few|good|long|really)/.test(after)
    )
  if (/^type\s/i.test(match) && /^\W*(?:blood|donor)/.test(after)) return true
  if (/^type\s/i.test(match) && blood.test(before)) return true
  const isOfSomebody =
    /\b(?:i'm|i am|he's|she's|he is|she is|we're|they're|have|has|had|both|all|was)\s(?:blood )?(?:group )?$/.test(
      before,
    )
  if (
    isOfSomebody &&
    (/^type\s/i.test(match) || before.endsWith('group ')) &&
    /^\s*(?:$|[.,;!?)]|and\b|so\b|but\b)/.test(after)
  )
    return true
  return /^(?:AB|A|B|O)$/.test(match) && /^[ -](?:type )?blood\b/.test(after)
}
