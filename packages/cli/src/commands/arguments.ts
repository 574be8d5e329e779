/** Parsers for option values. */
import { InvalidArgumentError } from 'commander'

export function readCount(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Must be a number from ${least} to ${most}.`)
  }
}

export function readChoice<const T extends string>(choices: readonly T[]): (text: string) => T {
  return (text) => {
    const found = choices.find((choice) => choice === text)
    if (found !== undefined) return found
    throw new InvalidArgumentError(`Must be one of ${choices.join(', ')}.`)
  }
}

export function readList(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

/** `10s`, `5m` or plain seconds. */
export function readSeconds(text: string): number {
  const [, amount, unit] = /^(\d+)(s|m|min|h)?$/.exec(text) ?? []
  if (amount === undefined) throw new InvalidArgumentError('Must be a duration such as 10s or 5m.')
  const factors: Record<string, number> = { m: 60, min: 60, h: 3600 }
  return Number(amount) * (factors[unit ?? 's'] ?? 1)
}

/** For repeatable options. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
