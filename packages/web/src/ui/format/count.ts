const numbers = new Intl.NumberFormat('en')

export const formatCount = (count: number): string => numbers.format(count)

/** `1 file`, `12 files`, `1,000 files`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
