/** `46 %`. What is there but rounds to nothing is `<1 %`, what is nearly all `>99 %`: only none is 0, only all is 100. */
export function formatPercent(count: number, base: number): string {
  if (base <= 0 || count <= 0) return '0 %'
  if (count >= base) return `${Math.round((count / base) * 100)} %`
  const percent = Math.round((count / base) * 100)
  if (percent === 0) return '<1 %'
  return percent === 100 ? '>99 %' : `${percent} %`
}
