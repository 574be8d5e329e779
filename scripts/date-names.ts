/**
 * Writes the names of months and weekdays in survey exports from the CLDR data of this Node. `--check` fails when the file
 * is stale, unless this Node has another version of CLDR.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldText } from '../packages/survey-csv/src/languages/fold.ts'

/** Croatian is absent: its `listopada` is October, and November in Polish. */
const locales =
  `en en-GB de de-AT fr fr-CA es es-MX it pt pt-PT nl pl cs sk sl sr-Latn sr bs bg mk uk ru be ro hu fi et lv lt sv da
  nb is el tr ca gl ar he id ms hi af ja zh
  zh-TW ko`.split(/\s+/)

const dayFormats: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { dateStyle: 'full', timeStyle: 'short' },
  { dateStyle: 'long', timeStyle: 'medium' },
  { dateStyle: 'medium', timeStyle: 'short', hour12: true },
  { weekday: 'long' },
  { weekday: 'short' },
]

const months = Array.from({ length: 12 }, () => new Set<string>())
const weekdays = new Set<string>()
const connectors = new Set<string>()

for (const locale of locales) {
  const formats = dayFormats.map(
    (options) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { timeZone: 'UTC', ...options }),
  )
  for (const [index, names] of months.entries())
    for (let day = 11; day <= 17; day++)
      for (const format of formats) addNames(format, Date.UTC(2025, index, day, 9, 25), names)
}

function addNames(format: Intl.DateTimeFormat, time: number, names: Set<string>): void {
  for (const { type, value } of format.formatToParts(time)) {
    const words = foldText(value).match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
    // A name of several words or with a digit, such as `thg 3`, cannot be looked up as a word.
    if (type === 'month' && words.length === 1 && !/\d/.test(value)) names.add(words[0] ?? '')
    if (type === 'weekday') for (const word of words) weekdays.add(word)
    if (type === 'literal') for (const word of words) connectors.add(word)
  }
}

const list = (names: Iterable<string>) => [...new Set(names)].sort().join(' ')
const content = `/** Names in dates of ${locales.length} locales, folded. Written by \`npm run date-names\` from CLDR ${process.versions.cldr}. */

export const monthNames: readonly string[] = [
${months.map((names) => `  '${list(names)}',`).join('\n')}
]

export const weekdayNames =
  '${list(weekdays)}'

/** Words between day, month, year and time. */
export const dateConnectors =
  '${list(connectors)}'
`

const path = join(import.meta.dirname, '../packages/survey-csv/src/languages/date-names.ts')
if (!process.argv.includes('--check')) writeFileSync(path, content)
else {
  const current = readFileSync(path, 'utf8')
  const isSameData = current.includes(`from CLDR ${process.versions.cldr}.`)
  if (isSameData && current !== content) {
    console.error(`${path} is stale. Run "npm run date-names" and commit it.`)
    process.exitCode = 1
  }
}
