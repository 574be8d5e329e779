/** What surrounds a number: words that complete, qualify or contradict its cue. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, wordSet, words } from './pattern.ts'

/** Only the last digits of a number are given. */
export const partialNumberBefore: Pattern = {
  regex: regex`
    \b(?:last|final|first) (?:four|4|five|5|three|3|six|6)\b
    |\bend(?:s|ing|ed)?(?: (?:in|with|on|is|the|digits|numbers?))*\s*$
    |(?:[x*•#]{2,}[-\s]?){1,4}$`,
  matches: ['the last four are ', 'ending in ', 'xxxx-xxxx-'],
  rejects: ['the last one is ', 'my number is '],
}
export const partialNumberAfter: Pattern = {
  regex: regex`^\W*(?:are|is)? ?(?:the|my) last (?:four|4|digits)`,
  matches: [' are the last four', ', my last 4'],
  rejects: [' last week', ' are the first'],
}

export const backOfCardAfter: Pattern = {
  regex: regex`^\W*(?:\w+ )?(?:on|at|from) the (?:back|signature|reverse)\b`,
  matches: [' on the back', ', printed on the reverse'],
  rejects: [' on the front', ' back'],
}
export const amexBefore: Pattern = {
  regex: regex`\bamex|american express\b`,
  matches: ['my amex code is ', 'american express '],
  rejects: ['visa '],
}
export const codeBefore: Pattern = {
  regex: regex`\b(?:code|digits|number)(?: is| are|:|,)?\s$`,
  matches: ['and the code is ', 'digits: '],
  rejects: ['the code for it is ', 'codes '],
}
export const cardBefore: Pattern = {
  regex: regex`\b(?:exp\w*|thru|valid|card|visa|mastercard|amex)\b`,
  matches: ['card 4111, the code is ', 'expires 06/31 and '],
  rejects: ['the door '],
}
export const maskedDigitsBefore: Pattern = {
  regex: regex`[*•]{2,}[-\s]?$`,
  matches: ['**** ', '••••'],
  rejects: ['* ', 'xxxx '],
}
export const areaCodeBefore: Pattern = {
  regex: regex`\barea code(?: is)? $`,
  matches: ['my area code is ', 'area code '],
  rejects: ['the code is '],
}
export const bankBefore: Pattern = {
  regex: regex`\b(?:bank|wire|transfer|deposit)\b`,
  matches: ['the bank told me '],
  rejects: ['riverbanks '],
}

const linkVerbs = words`is | was | that's | that is | that was | it's | are | as | being | would be | for | on | of | from | off | =`
/** What may come between a number and the cue that follows it: "is my", "for the". */
export const linkToCueAfter: Pattern = {
  regex: regex`^[\s,.;)"'–-]*(?:(?:${linkVerbs})\s+)?(?:(?:my|the|our|his|her|their|your|a)\s+)?(?:\w+\s)?$`,
  matches: [' is my ', ', the ', ''],
  rejects: [' and then I got my ', ' is not what my '],
}
/** The cue that follows has a number of its own: "code 1234, expires 01/30". */
export const cueWithOwnNumber: Pattern = {
  regex: regex`^\W{0,3}(?:is |in |date )?\d`,
  matches: [' is 4', ': 12/27'],
  rejects: [' is mine', ' yesterday'],
}

const spokenDigits = words`zero | oh | one | two | three | four | five | six | seven | eight | nine`
export const phoneExtensionAfter: Pattern = {
  regex: regexWith('iu')`
    ^,?\s?(?:ext\.?|extension|x|durchwahl|poste)\s?:?\s?
    (?:\d{1,6}|(?:(?:${spokenDigits})\s?){2,5})(?![\p{L}\p{N}])`,
  matches: [' ext. 22', ' extension four oh two', 'x459'],
  rejects: [' extra', ' ext. '],
}

/** Capitals before a number that label it and are not part of it. */
export const numberLabels = wordSet`
  ID NO PIN DL IBAN SSN BIC ABA I A NR DOB PO VIN BSB NHS MRN REF LICENSE LICENCE NUMBER
`

/** Units after a number that make it a measure: 5km, 30yo. */
export const measure: Pattern = {
  regex: regex`^\d{1,6}(?:${words`
  st | nd | rd | th | s | er | k | m | x | p | px | am | pm | yo | y | yrs? | mins? | h | hrs? | km | kg | g
  mg | ml | l | cm | mm | gb | mb | tb | kb | hz | ghz | mhz | mah | lbs? | ft | in | oz | fps | dpi | ish
  f | w | kw | v | c | d | bn | e | mph | kmh | usd | eur | gbp
`})$`,
  matches: ['5km', '21st', '90s'],
  rejects: ['5kmh2', 'ab12', '5'],
}

export const spokenFillers = wordSet`um uh er erm uhm ehm hmm`
export const spokenMarks = wordSet`
  dash hyphen space slash stroke dot minus bindestrich guion tiret punkt point punto
`
/** Spelled letter by letter, they label the number that follows: "s s n". */
export const spelledLabels = wordSet`ssn cvv cvc csc dl pin id dob iban bic otp vin pnr zip`

const unitNames = words`
  % | ° | percent | per cent | prozent | por ciento | degrees? | dollars? | euros? | pounds? | bucks
  cents? | pence | usd | eur | gbp | inr | rupees? | yen | yuan | pesos? | reais | francs? | kr | people
  persons | users? | times | steps? | words? | points? | views? | likes? | followers? | subscribers?
  comments? | reviews? | votes? | employees | members | students | participants | customers | clients
  pages? | items? | products? | files? | rows? | lines? | characters? | pixels? | px | minutes? | mins?
  hours? | hrs? | seconds? | secs? | ms | days? | weeks? | months? | years? | miles? | kms? | kilometers?
  kilometres? | meters? | metres? | feet | foot | ft | inch(?:es)? | cm | mm | kg | kilos? | kilograms?
  grams? | g | mg | lbs? | oz | ounces? | liters? | litres? | ml | l | gallons? | calories | kcal | mah
  watts? | w | kwh | volts? | hz | khz | mhz | ghz | kb | mb | gb | tb | kbps | mbps | fps | dpi | acres
  hectares | square | sq | stars? | out of | or so | million | billion | thousand | hundred | k\b | x\s?\d
  units | copies | tickets | seats | rooms | responses | respondents | others | different | more | jahre
  minuten | stunden | tage | euro | menschen | anos | minutos | horas | dias | personas | ans | minutes
  heures | jours | personnes | anni | minuti | ore | giorni | persone | jaar | uur | dagen | mensen
`
/** A unit or a noun that is counted. */
export const unitAfterNumber: Pattern = {
  regex: regex`^\s?(?:${unitNames})(?![a-z])`,
  matches: [' dollars', '%', ' people', ' out of', ' jahre'],
  rejects: [' dollarstore', ' is', ''],
}
export const currencyBefore: Pattern = {
  regex: regex`(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf|rs))\s?$`,
  matches: ['it cost $', 'eur '],
  rejects: ['euros ', 'cost '],
}
export const currencyAfter: Pattern = {
  regex: regex`^\s?[$€£¥₹%]`,
  matches: [' €', '%'],
  rejects: [' eur', '.'],
}
/** "100, 250 or 500 units": the unit after the last number of a list counts for all of them. */
export const numberListAfter: Pattern = {
  regex: regex`^(?:\s?(?:,|or|and|to|-|–)\s?\d[\d,.]*){1,4}`,
  matches: [', 250 or 500 units', ' to 20'],
  rejects: [' units', ' or so'],
}
export const pluralNounAfter: Pattern = {
  regex: regex`^ [a-z]{3,}s\b`,
  matches: [' steps a day'],
  rejects: [' is', ' step'],
}
