const numbers = new Intl.NumberFormat('en')
const plurals = new Intl.PluralRules('en')

export const formatCount = (count: number): string => numbers.format(count)

/** `1 file`, `12 files`, `1,000 files`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${plurals.select(count) === 'one' ? one : many}`
}
