/** Formats numbers for people. */

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** In powers of 1000, like file managers. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit]}`
}

export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) {
    const rest = whole % 60 === 0 ? '' : ` ${whole % 60} s`
    return `${Math.floor(whole / 60)} min${rest}`
  }
  const minutes = Math.round(whole / 60)
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
