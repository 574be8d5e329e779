/** Month names in the export languages of survey tools, also matched by their first three letters. */
import { monthNames } from '../languages/date-names.ts'
import { foldText } from '../languages/fold.ts'

/** Spellings that CLDR does not have. */
const otherNames: readonly [name: string, month: number][] = [
  ['mrz', 3],
  ['maerz', 3],
  ['sept', 9],
  ['juil', 7],
  ['мая', 5],
  ['май', 5],
]

let byName: ReadonlyMap<string, number> | undefined

export function monthNumber(name: string): number | undefined {
  byName ??= indexNames()
  return byName.get(foldText(name))
}

function indexNames(): ReadonlyMap<string, number> {
  const names = new Map(otherNames)
  const shorts = new Map<string, number | undefined>()
  for (const [index, spellings] of monthNames.entries()) {
    const month = index + 1
    for (const spelling of spellings.split(' ')) {
      names.set(spelling, month)
      // Drops a short form that two months share, such as `jui` for juin and juillet.
      const short = spelling.slice(0, 3)
      shorts.set(short, shorts.has(short) && shorts.get(short) !== month ? undefined : month)
    }
  }
  for (const [short, month] of shorts) if (month !== undefined && !names.has(short)) names.set(short, month)
  return names
}
