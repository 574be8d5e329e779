/** Weekdays and the words between the parts of a date, which are skipped. */
import { dateConnectors, weekdayNames } from '../languages/date-names.ts'

/** Words that CLDR does not use: ordinals, `of`, and other words for years, days and hours. */
const otherWords =
  'st nd rd th er ere e of the und y ab kls klokken kello uhr uur ore heures года году год р року рік ч час vers godz rok roku saat'

let skippedWords: ReadonlySet<string> | undefined

/** Expects a folded word. */
export function isDateConnector(word: string): boolean {
  skippedWords ??= new Set(`${dateConnectors} ${weekdayNames} ${otherWords}`.split(' '))
  return skippedWords.has(word)
}
