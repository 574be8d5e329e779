/** Streets with numbers, boxes and postcodes. Pure. */

import type { Finding } from './finding.ts'
import type { Reading } from './reading.ts'
import { textBefore } from './reading.ts'

const kinds =
  'street|st|avenue|ave|av|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place|pl|square|sq|terrace|ter|parkway|pkwy|highway|hwy|freeway|circle|cir|close|crescent|cres|grove|gardens|hill|row|walk|mews|quay|trail|alley|loop|plaza|route|turnpike|esplanade|parade|rise|vale|green|promenade|wharf|bend|path|ridge|run|crossing|heights|expressway|broadway'
const spoken =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand'
const word = "[\\p{L}\\p{M}\\d][\\p{L}\\p{M}\\d.'’-]{0,24}"
/** 221B Baker Street; "twenty two baker street"; 10 Downing Street, London. */
const numbered = new RegExp(
  `(?<![\\p{L}\\p{N}#$.,-])(?:\\d{1,6}[a-z]?(?:[-/]\\d{1,4}[a-z]?)?|(?:(?:${spoken})[\\s-]){1,6}?(?:${spoken})|(?:${spoken}))\\s+(?:(?:north|south|east|west|n|s|e|w|old|new|saint|st)\\.?\\s+)?(?:${word}\\s+){1,3}?(?:${kinds})(?![\\p{L}\\p{N}])\\.?(?:\\s(?:north|south|east|west|n|s|e|w|ne|nw|se|sw)(?![\\p{L}]))?`,
  'giu',
)
/** Hauptstraße 12, Mellemvej 32, Kiannonkatu 98. */
const suffixed =
  /(?<![\p{L}\p{N}])(?:\p{L}[\p{L}\p{M}.'’-]{0,24}\s)?[\p{L}\p{M}'’-]{2,30}(?:stra(?:ss|ß)e|str\.|strasse|gasse|allee|platz|damm|vej|gade|katu|tie|polku|gatan|gata|vägen|veien|gaten|vei|laan|straat|weg|plein|gracht|kade|hove|utca|utja|ulica|braut|etti|stræti|stradale|enget)\s\d{1,5}\s?[a-z]?(?![\p{L}\p{N}])/giu
const separate =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]{1,24}\s(?:Stra(?:ss|ß)e|Str\.|Platz|Allee|Weg|Gasse|Ring|Damm|Ulica|utca|u\.)\s\d{1,5}\s?[a-z]?(?![\p{L}\p{N}])/gu
/** Rua do Arenque 1634, Via Franscini 71, 12 rue de Rivoli, Calle Mayor 5. */
const prefixed =
  /(?<![\p{L}\p{N}])(?:\d{1,4}(?:\s?(?:bis|ter))?,?\s)?(?:rua|avenida|av\.|via|viale|piazza|corso|calle|c\/|carrer|paseo|plaza|carrera|rue|avenue|boulevard|place|chemin|allée|impasse|quai|ul\.|ulica|aleja|al\.|travessa|largo|strada|bulevardul|jalan|jl\.)\s(?:(?:de|da|do|dos|das|del|della|dei|la|le|les|des|du|d['’]|l['’]|las|los)\s?){0,2}\p{L}[\p{L}\p{M}.'’-]{1,24}(?:\s\p{Lu}[\p{L}\p{M}.'’-]{1,24}){0,3},?\s?(?:n[.º°o]*\s?)?(?:\d{1,5}\s?[a-z]?(?![\p{L}\p{N}]))?/giu
const box =
  /(?<![\p{L}\p{N}])(?:p\.?\s?o\.?\s?box|post office box|postfach|apartado|bo[iî]te postale|postbus|(?:psc|unit|cmr)\s\d{2,5},?\sbox)\s?#?\d{1,6}(?:,?\s{1,3}[ADF]PO,?\s{1,2}A[AEP]\s{1,2}\d{5})?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[ADF]PO,?\sA[AEP]\s\d{5}(?!\d)/giu
const unit =
  /(?<![\p{L}\p{N}])(?:apt|apartment|suite|ste|unit|flat|building|bldg|floor)\.?\s#?\d{1,4}\s?[a-z]?(?![\p{L}\p{N}])/giu
/** More of the same address: units, towns in capitals, states and codes after a comma. */
const further =
  /^(?:,?\s{1,3}(?:(?:apt|apartment|suite|ste|unit|flat)\.?\s#?\d{1,4}[a-z]?|#\d{1,4}[a-z]?))?(?:,\s?(?:\p{Lu}[\p{L}\p{M}.'’-]{1,24}(?:\s\p{Lu}[\p{L}\p{M}.'’-]{1,24}){0,3}))?(?:,?\s(?:[A-Z]{2}|\p{Lu}[a-z]{3,12}))?(?:,?\s\d{5}(?:-\d{4})?)?(?![\p{L}\p{N}])/u
const ukPostcode =
  /(?<![\p{L}\p{N}])(?:GIR\s?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y])\s\d[ABD-HJLNP-UW-Z]{2})(?![\p{L}\p{N}])/gu
const caPostcode = /(?<![\p{L}\p{N}])[ABCEGHJ-NPRSTVXY]\d[A-Z]\s?\d[A-Z]\d(?![\p{L}\p{N}])/gu
const stateZip =
  /(?<=\b(?:AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC),?\s)\d{5}(?:-\d{4})?(?![\p{L}\p{N}])/gu
/** A street without a number, by its capitals. */
const named =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}'’-]{2,24}\s){1,2}(?:Street|Avenue|Road|Boulevard|Lane|Drive|Square|Terrace|Crescent|Parkway|Highway|Blvd|Ave|Rd)(?![\p{L}\p{N}])/gu
const onStreet = /\b(?:on|at|off|along|down|corner of|live on|near)\s(?:the\s)?$/

/** Words with capitals between two numbers: a house and a postcode in a country whose streets we do not know. */
const between =
  /(?<![\p{L}\p{N}.,#-])\d{2,6}\s(?:\p{Lu}[\p{L}\p{M}.'’-]{2,24}\s){1,4}\d{1,4}[a-z]?(?![\p{L}\p{N}]|[.,]\d)/gu
const told =
  /\b(?:address(?:es)?|live[sd]?|living|located|ship(?:ped|ping)?|deliver\w*|send|sent|return|meet|office|offices|arrived|stop|bus|corner|mail|move[ds]?|house|home|drops?|restaurant|station|billing|residence|anschrift|adresse|direccion|indirizzo|morada|adres)\b/

export function findAddresses(reading: Reading): Finding[] {
  const { text } = reading
  const found: Finding[] = []
  const add = (start: number, end: number, confidence: number) => {
    const stop = /[\s.,'’-]+$/.exec(text.slice(start, end))?.[0].length ?? 0
    found.push({ start, end: end - stop, category: 25, confidence })
  }
  for (const match of text.matchAll(numbered)) {
    if (isOtherPhrase(match[0])) continue
    const end = match.index + match[0].length
    add(match.index, end + (further.exec(text.slice(end, end + 90))?.[0].length ?? 0), 0.9)
  }
  for (const pattern of [suffixed, separate, prefixed]) {
    for (const match of text.matchAll(pattern)) {
      const hasNumber = /\d/.test(match[0])
      if (!hasNumber && !isNamedStreet(match[0])) continue
      const end = match.index + match[0].length
      add(
        match.index,
        end + (further.exec(text.slice(end, end + 90))?.[0].length ?? 0),
        hasNumber ? 0.88 : 0.6,
      )
    }
  }
  for (const pattern of [box, ukPostcode, caPostcode, stateZip]) {
    for (const match of text.matchAll(pattern)) add(match.index, match.index + match[0].length, 0.9)
  }
  for (const match of text.matchAll(between)) {
    const before = textBefore(reading, match.index, 70)
    if (
      before === '' ||
      /\n\s*$|[>:]\s*$/.test(text.slice(Math.max(0, match.index - 6), match.index)) ||
      told.test(before)
    )
      add(match.index, match.index + match[0].length, 0.8)
  }
  for (const match of text.matchAll(unit)) {
    if (!/^(?:unit|floor|building)/i.test(match[0]) || /[,\d]\s$/.test(textBefore(reading, match.index, 4)))
      add(match.index, match.index + match[0].length, 0.7)
  }
  for (const match of text.matchAll(named)) add(match.index, match.index + match[0].length, 0.72)
  if (reading.isUncased) {
    for (const match of text.matchAll(
      /(?<![\p{L}\p{N}])\p{Ll}{3,20}\s(?:street|avenue|boulevard|lane|crescent)(?![\p{L}\p{N}])/gu,
    )) {
      const isPlace =
        onStreet.test(textBefore(reading, match.index, 16)) &&
        !/^(?:the|this|that|our|your|main|busy|same|other|next|wall|one|high)\s/.test(match[0])
      if (isPlace) add(match.index, match.index + match[0].length, 0.62)
    }
  }
  return found
}

/** "two way street", "one of the best places": words that only look like an address. */
function isOtherPhrase(text: string): boolean {
  const lower = text.toLowerCase()
  return (
    /\b(?:of|the|a|to|in|is|was|and|or|my|our|your|it|on|for|with|times|minutes|hours|days|weeks|months|years|people|percent|dollars|more|other|different|way to|out|that|this|from|at|i|you|we|they|steps?|pages?|clicks?|miles?|km|feet|blocks?)\s/.test(
      lower,
    ) || /^(?:one|two)\s(?:way|long|last|quick|short|good|big)\b/.test(lower)
  )
}

function isNamedStreet(text: string): boolean {
  return (
    /^(?:rua|avenida|viale|piazza|calle|carrer|paseo|rue|ulica|jalan)\s/i.test(text) && /\s\p{Lu}/u.test(text)
  )
}
