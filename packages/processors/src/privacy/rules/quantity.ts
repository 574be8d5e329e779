/** Whether a number counts or measures something, and so says nothing about anybody. Pure. */

import type { Reading } from './reading.ts'
import type { Figures } from './runs.ts'

const units =
  /^\s?(?:%|°|percent|per cent|prozent|por ciento|degrees?|dollars?|euros?|pounds?|bucks|cents?|pence|usd|eur|gbp|inr|rupees?|yen|yuan|pesos?|reais|francs?|kr|people|persons|users?|times|steps?|words?|points?|views?|likes?|followers?|subscribers?|comments?|reviews?|votes?|employees|members|students|participants|customers|clients|pages?|items?|products?|files?|rows?|lines?|characters?|pixels?|px|minutes?|mins?|hours?|hrs?|seconds?|secs?|ms|days?|weeks?|months?|years?|miles?|kms?|kilometers?|kilometres?|meters?|metres?|feet|foot|ft|inch(?:es)?|cm|mm|kg|kilos?|kilograms?|grams?|g|mg|lbs?|oz|ounces?|liters?|litres?|ml|l|gallons?|calories|kcal|mah|watts?|w|kwh|volts?|hz|khz|mhz|ghz|kb|mb|gb|tb|kbps|mbps|fps|dpi|acres|hectares|square|sq|stars?|out of|or so|million|billion|thousand|hundred|k\b|x\s?\d|units|copies|tickets|seats|rooms|responses|respondents|others|different|more|jahre|minuten|stunden|tage|euro|menschen|anos|minutos|horas|dias|personas|ans|minutes|heures|jours|personnes|anni|minuti|ore|giorni|persone|jaar|minuten|uur|dagen|mensen)(?![a-z])/

export function isQuantity(reading: Reading, run: Figures, before: string, after: string): boolean {
  if (run.letters > 0) return false
  if (/(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf|rs))\s?$/.test(before) || /^\s?[$€£¥₹%]/.test(after)) return true
  if (isGrouped(reading, run)) return true
  if (run.hasPlus && run.digits.length >= 7) return false
  if (run.digits.length > 9) return false
  if (units.test(after)) return true
  // "100, 250 or 500 units": what the last one counts, the others do.
  const list = /^(?:\s?(?:,|or|and|to|-|–)\s?\d[\d,.]*){1,4}/.exec(after)?.[0]
  if (list !== undefined && run.digits.length <= 6 && units.test(after.slice(list.length))) return true
  // "10000 steps": a plural right behind a round number of a few digits.
  return (
    run.groups.length === 1 &&
    run.digits.length <= 7 &&
    /0{2,}$/.test(run.digits) &&
    /^ [a-z]{3,}s\b/.test(after)
  )
}

/** 12,500 and 1,299.99 and 12.500: thousands, marked as such. */
function isGrouped({ text }: Reading, run: Figures): boolean {
  const written = text.slice(run.start, run.end)
  return (
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written) ||
    /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(written) ||
    /^\d+[.,]\d{1,2}$/.test(written)
  )
}
