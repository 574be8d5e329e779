/** `46 %`. Non-zero shares that round to 0 are `<1 %`, and incomplete ones that round to 100 are `>99 %`. */
export function formatPercent(count: number, base: number): string {
  if (base <= 0 || count <= 0) return '0 %'
  if (count >= base) return `${Math.round((count / base) * 100)} %`
  const percent = Math.round((count / base) * 100)
  if (percent === 0) return '<1 %'
  return percent === 100 ? '>99 %' : `${percent} %`
}
