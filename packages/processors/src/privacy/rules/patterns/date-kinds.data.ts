/** What makes a date a date of birth or the expiry of a card. */

import type { Pattern } from './pattern.ts'
import { regex, words } from './pattern.ts'

const birthWords = words`
  born | (?:had|have|having|got) (?:a|our|my|her|his) (?:baby|son|daughter|twins) | [a-z]+ baby
  birth ?dates? | birth ?days? | birth ?year | dates? of birth | year of birth | d\.? ?o\.? ?b\.? | b-?days?
  birth | birthed | gave birth | delivered | came into (?:the|this) world | geboren | geburtsdatum
  geburtstag | geburtsjahr | geb\.? | jahrgang | nacid[oa] | naci | nacio | nacimiento | cumpleanos
  (?:suis|est|etes) nee? | nee? (?:le|en) | nee | naissance | anniversaire | nat[oa] | nascita | compleanno
  nascid[oa] | nasci | nasceu | nascimento | aniversario | geboortedatum | verjaardag | jarig | urodzon[ya]
  urodzin\w* | urodzenia
`

/** Captures the words between the mention of birth and the date. */
export const birthBefore: Pattern = {
  regex: regex`(?:\b(?:${birthWords})|\bb\.|\*)(?![a-z])(?!ing)([^]*)$`,
  matches: ['i was born on ', 'dob: ', 'geburtsdatum ', 'her birthday is '],
  rejects: ['stubborn ', 'we met on '],
}
export const birthAfter: Pattern = {
  regex: regex`
    ^[\s,)(–-]*(?:(?!what|which|your\b|goes|then|asked|and\b)[a-z']+\s){0,4}?(?:${birthWords}|babies|baby)(?![a-z])`,
  matches: [' is my birthday', ', date of birth', ' baby'],
  rejects: [' is what my birthday', ' bornean', ' we met'],
}

const otherEvents = words`
  moved | started | joined | bought | graduated | married | wedding | since | came | left | arrived | died
  dead | passed | signed | diagnosed | became | enrolled | visited | hired | retired | opened | appointment
  appt | visit | interview | today | deadline | due | expires? | expiry | issued | updated | created
  submitted | sent | called | met | party | meeting
`
/** Another event between the mention of birth and the date. */
export const otherEvent: Pattern = {
  regex: regex`\b(?:${otherEvents})\b`,
  matches: ['in oslo and moved here in ', 'graduated'],
  rejects: ['on the ', 'resent'],
}

const expiryWords = words`
  exp(?:iry|ires?|iration|iring|ired|irey)? | (?:valid|good) (?:thru|through|until|till|til|to) | validity
  laps(?:es|ing) | runs out | ablaufdatum | gultig | lauft ab | caduca\w* | caducidad | vence\w*
  vencimiento | expir\w+ | scade\w* | scadenza | validade | vervaldatum | thru
`
export const expiryBefore: Pattern = {
  regex: regex`
    \b(?:${expiryWords})\b\.?[^.!?\d]{0,32}$
    |\bvalid from [^a-z]{4,12} (?:until|to|till|through|thru)\s$`,
  matches: ['it expires in ', 'valid thru ', 'exp. ', 'valid from 01/24 to '],
  rejects: ['expensive ', 'it expires soon. we met on '],
}
export const expiryAfterDate: Pattern = {
  regex: regex`^\W*(?:is|was|as)? ?(?:the|my|its|it's)? ?(?:exp\b|expiry|expiration)`,
  matches: [' is the expiry', ' exp', " it's expiration"],
  rejects: [' expert', ' is fine'],
}
export const expiryAfterNumber: Pattern = {
  regex: regex`^\W*(?:is|was|as)? ?(?:the|my|its)? ?(?:exp\b|expiry|expiration)`,
  matches: [' is the expiry', ' exp'],
  rejects: [' expert', " it's expiration"],
}

const otherDocuments = words`
  passport | licen[cs]e | permit | contract | lease | subscription | coupon | voucher | offer | membership
  warranty | insurance | policy | trial | domain | certificate | deal | promotion | milk | food | work visa
  student visa | tourist visa
`
/** Expires and is not a card. */
export const otherDocument: Pattern = {
  regex: regex`\b(?:${otherDocuments})\b`,
  matches: ['my passport expires ', 'the lease'],
  rejects: ['my card', 'visa'],
}
const cardWords = words`
  card | visa | mastercard | amex | american express | discover | maestro | cvv | cvc | security code
  debit | credit | kreditkarte | karte | tarjeta | carte | carta | cartao
`
export const cardMention: Pattern = {
  regex: regex`\b(?:${cardWords})\b`,
  matches: ['my card', 'amex', 'security code'],
  rejects: ['cardboard', 'passport'],
}

/** "4111 1111 1111 1111 12/27 123": expiry and code directly after a card number. */
export const cardTail: Pattern = {
  regex: regex`
    ^([\s,;|(]{1,3})((?:0?[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d)(?:([\s,;|]{1,3})(\d{3,4})(?!\d))?(?!\d)`,
  matches: [' 12/27 123', ', 06-2031'],
  rejects: [' 13/27', ' 12/27123'],
}

/** Joins the second of two dates of birth to the first. */
export const birthDateJoint: Pattern = {
  regex: regex`^\s*,?\s*(?:and|or|&|y|und|et|e)?\s*(?:the |in |on )?$`,
  matches: [' and ', ', ', ' and in '],
  rejects: [' but moved in ', ' to '],
}
