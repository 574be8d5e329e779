/** Street addresses, boxes and postcodes. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, words } from './pattern.ts'

const streetTypes = words`
  street | st | avenue | ave | av | road | rd | boulevard | blvd | lane | ln | drive | dr | court | ct | way
  place | pl | square | sq | terrace | ter | parkway | pkwy | highway | hwy | freeway | circle | cir | close
  crescent | cres | grove | gardens | hill | row | walk | mews | quay | trail | alley | loop | plaza | route
  turnpike | esplanade | parade | rise | vale | green | promenade | wharf | bend | path | ridge | run
  crossing | heights | expressway | broadway
`
const spokenNumbers = words`
  zero | oh | one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve
  thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen | twenty | thirty | forty
  fifty | sixty | seventy | eighty | ninety | hundred | thousand
`
const word = String.raw`[\p{L}\p{M}\d][\p{L}\p{M}\d.'’-]{0,24}`
const capitalized = String.raw`\p{Lu}[\p{L}\p{M}.'’-]{1,24}`

/** 221B Baker Street; "twenty two baker street". */
export const numberedStreet: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}#$.,-])
    (?:\d{1,6}[a-z]?(?:[-/]\d{1,4}[a-z]?)?|(?:(?:${spokenNumbers})[\s-]){1,6}?(?:${spokenNumbers})|(?:${spokenNumbers}))
    \s+(?:(?:north|south|east|west|n|s|e|w|old|new|saint|st)\.?\s+)?(?:${word}\s+){1,3}?(?:${streetTypes})(?![\p{L}\p{N}])
    \.?(?:\s(?:north|south|east|west|n|s|e|w|ne|nw|se|sw)(?![\p{L}]))?`,
  matches: ['221B Baker Street', 'twenty two baker street', '10 N. Main St.', '5 Park Ave NW'],
  rejects: ['Baker Street', '221 Baker', '$10 Main Street'],
}

const streetSuffixes = words`
  stra(?:ss|ß)e | str\. | strasse | gasse | allee | platz | damm | vej | gade | katu | tie | polku | gatan
  gata | vägen | veien | gaten | vei | laan | straat | weg | plein | gracht | kade | hove | utca | utja
  ulica | braut | etti | stræti | stradale | enget
`
/** Hauptstraße 12, Mellemvej 32. */
export const streetBySuffix: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:\p{L}[\p{L}\p{M}.'’-]{0,24}\s)?[\p{L}\p{M}'’-]{2,30}(?:${streetSuffixes})\s\d{1,5}\s?[a-z]?(?![\p{L}\p{N}])`,
  matches: ['Hauptstraße 12', 'Mellemvej 32', 'Kirchgasse 5a'],
  rejects: ['Hauptstraße', '12 Hauptstraße'],
}
/** Berliner Platz 3 */
export const streetBySecondWord: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]{1,24}
    \s(?:Stra(?:ss|ß)e|Str\.|Platz|Allee|Weg|Gasse|Ring|Damm|Ulica|utca|u\.)\s\d{1,5}\s?[a-z]?(?![\p{L}\p{N}])`,
  matches: ['Berliner Platz 3', 'Lange Str. 7 b'],
  rejects: ['Berliner Platz', 'berliner platz 3'],
}

const streetPrefixes = words`
  rua | avenida | av\. | via | viale | piazza | corso | calle | c/ | carrer | paseo | plaza | carrera | rue
  avenue | boulevard | place | chemin | allée | impasse | quai | ul\. | ulica | aleja | al\. | travessa
  largo | strada | bulevardul | jalan | jl\.
`
/** Rua do Arenque 1634, 12 rue de Rivoli, Calle Mayor 5. */
export const streetByPrefix: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:\d{1,4}(?:\s?(?:bis|ter))?,?\s)?(?:${streetPrefixes})
    \s(?:(?:de|da|do|dos|das|del|della|dei|la|le|les|des|du|d['’]|l['’]|las|los)\s?){0,2}
    \p{L}[\p{L}\p{M}.'’-]{1,24}(?:\s${capitalized}){0,3},?\s?(?:n[.º°o]*\s?)?(?:\d{1,5}\s?[a-z]?(?![\p{L}\p{N}]))?`,
  matches: ['Rua do Arenque 1634', '12 rue de Rivoli', 'Calle Mayor, 5'],
  rejects: ['Calle', '12 Rivoli'],
}
export const streetPrefixWithName: Pattern = {
  regex: regexWith('i')`^(?:rua|avenida|viale|piazza|calle|carrer|paseo|rue|ulica|jalan)\s`,
  matches: ['Rua do Arenque', 'calle Mayor'],
  rejects: ['Via Roma', 'place Vendôme'],
}

const boxNames = words`p\.?\s?o\.?\s?box | post office box | postfach | apartado | bo[iî]te postale | postbus | (?:psc|unit|cmr)\s\d{2,5},?\sbox`
/** PO Box 12, Postfach 7, APO AE 09012. */
export const postBox: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:${boxNames})\s?#?\d{1,6}(?:,?\s{1,3}[ADF]PO,?\s{1,2}A[AEP]\s{1,2}\d{5})?(?![\p{L}\p{N}])
    |(?<![\p{L}\p{N}])[ADF]PO,?\sA[AEP]\s\d{5}(?!\d)`,
  matches: ['P.O. Box 12', 'Postfach 7', 'APO AE 09012'],
  rejects: ['box 12', 'PO Box'],
}
export const addressUnit: Pattern = {
  regex: regexWith('giu')`
    (?<![\p{L}\p{N}])(?:apt|apartment|suite|ste|unit|flat|building|bldg|floor)\.?\s#?\d{1,4}\s?[a-z]?(?![\p{L}\p{N}])`,
  matches: ['Apt. 4b', 'suite #200', 'floor 3'],
  rejects: ['apartment', 'flatter 4'],
}
/** Continues an address: unit, town, state and postcode after a comma. */
export const addressContinuation: Pattern = {
  regex: regexWith('u')`
    ^(?:,?\s{1,3}(?:(?:apt|apartment|suite|ste|unit|flat)\.?\s#?\d{1,4}[a-z]?|#\d{1,4}[a-z]?))?
    (?:,\s?(?:${capitalized}(?:\s${capitalized}){0,3}))?
    (?:,?\s(?:[A-Z]{2}|\p{Lu}[a-z]{3,12}))?(?:,?\s\d{5}(?:-\d{4})?)?(?![\p{L}\p{N}])`,
  matches: [', apt 4, Springfield, IL 62704', ', London', ''],
  rejects: ['s', '5'],
}
export const britishPostcode: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}])(?:GIR\s?0AA
    |[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y])\s\d[ABD-HJLNP-UW-Z]{2})(?![\p{L}\p{N}])`,
  matches: ['SW1A 1AA', 'M1 1AE'],
  rejects: ['SW1A1AA', 'Q1 1AA'],
}
export const canadianPostcode: Pattern = {
  regex: regexWith('gu')`(?<![\p{L}\p{N}])[ABCEGHJ-NPRSTVXY]\d[A-Z]\s?\d[A-Z]\d(?![\p{L}\p{N}])`,
  matches: ['K1A 0B1', 'K1A0B1'],
  rejects: ['D1A 0B1', 'K1A 0B'],
}
const states = words`
  AL | AK | AZ | AR | CA | CO | CT | DE | FL | GA | HI | ID | IL | IN | IA | KS | KY | LA | ME | MD | MA
  MI | MN | MS | MO | MT | NE | NV | NH | NJ | NM | NY | NC | ND | OH | OK | OR | PA | RI | SC | SD | TN
  TX | UT | VT | VA | WA | WV | WI | WY | DC
`
export const zipAfterState: Pattern = {
  regex: regexWith('gu')`(?<=\b(?:${states}),?\s)\d{5}(?:-\d{4})?(?![\p{L}\p{N}])`,
  matches: ['IL 62704', 'NY, 10001-1234'],
  rejects: ['XX 62704', 'IL 627041'],
}
/** A street without a number, by its capitals. */
export const capitalizedStreet: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}'’-]{2,24}\s){1,2}
    (?:Street|Avenue|Road|Boulevard|Lane|Drive|Square|Terrace|Crescent|Parkway|Highway|Blvd|Ave|Rd)(?![\p{L}\p{N}])`,
  matches: ['Baker Street', 'Martin Luther Boulevard'],
  rejects: ['baker street', 'Streets'],
}
export const uncasedStreet: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}])\p{Ll}{3,20}\s(?:street|avenue|boulevard|lane|crescent)(?![\p{L}\p{N}])`,
  matches: ['on baker street'],
  rejects: ['Baker Street', 'baker streets'],
}
export const streetPreposition: Pattern = {
  regex: regex`\b(?:on|at|off|along|down|corner of|live on|near)\s(?:the\s)?$`,
  matches: ['i live on ', 'off the '],
  rejects: ['from ', 'upon a '],
}
export const genericStreet: Pattern = {
  regex: regex`^(?:the|this|that|our|your|main|busy|same|other|next|wall|one|high)\s`,
  matches: ['main street', 'high street'],
  rejects: ['baker street', 'maine street'],
}

/** Capitalized words between two numbers: a house number and a postcode in a country with other street names. */
export const wordsBetweenNumbers: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}.,#-])\d{2,6}\s(?:\p{Lu}[\p{L}\p{M}.'’-]{2,24}\s){1,4}\d{1,4}[a-z]?(?![\p{L}\p{N}]|[.,]\d)`,
  matches: ['1012 Oosterdok 4', '75 Rua Velha 12b'],
  rejects: ['12 apples 8', '12 Oosterdok'],
}
const addressWords = words`
  address(?:es)? | live[sd]? | living | located | ship(?:ped|ping)? | deliver\w* | send | sent | return
  meet | office | offices | arrived | stop | bus | corner | mail | move[ds]? | house | home | drops?
  restaurant | station | billing | residence | anschrift | adresse | direccion | indirizzo | morada | adres
`
export const addressMention: Pattern = {
  regex: regex`\b(?:${addressWords})\b`,
  matches: ['my address is ', 'ship it to ', 'adresse '],
  rejects: ['i paid ', 'oliver '],
}

const functionWords = words`
  of | the | a | to | in | is | was | and | or | my | our | your | it | on | for | with | times | minutes
  hours | days | weeks | months | years | people | percent | dollars | more | other | different | way to
  out | that | this | from | at | i | you | we | they | steps? | pages? | clicks? | miles? | km | feet
  blocks?
`
/** "two way street", "one of the best places": looks like an address and is none. */
export const phraseLikeAddress: Pattern = {
  regex: regex`\b(?:${functionWords})\s|^(?:one|two)\s(?:way|long|last|quick|short|good|big)\b`,
  matches: ['one of the best places', 'two way street', '10 minutes down the road'],
  rejects: ['221b baker street', 'twenty two elm drive'],
}
