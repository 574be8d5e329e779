const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** `812 KB`, `4.2 MB`: at most three digits, in units of 1024. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let step = 0
  while (value >= 1000 && step < units.length - 1) {
    value /= 1024
    step += 1
  }
  const text = step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
  return `${text.toLocaleString('en')} ${step === 0 && bytes === 1 ? 'byte' : units[step]}`
}
