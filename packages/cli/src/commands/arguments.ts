/** Parsers for option values. */
import { type Command, InvalidArgumentError, Option } from 'commander'

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

/** `--limit-rate`, as curl names it. */
export function limitRateOption(): Option {
  const help = 'maximum bytes per second of all uploads, such as 500k or 5M'
  return new Option('--limit-rate <rate>', help).argParser(readRate)
}

const rateUnits: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9 }
const leastRate = 1024

export function readRate(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(text) ?? []
  const rate = Number(amount) * (rateUnits[unit.toLowerCase()] ?? 0)
  if (rate >= leastRate) return Math.floor(rate)
  throw new InvalidArgumentError('Must be a rate such as 500k or 5M, and at least 1024 bytes per second.')
}

/** `500M` or `20G`, in the units of `--limit-rate`. */
export function readBytes(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(text) ?? []
  const bytes = Number(amount) * (rateUnits[unit.toLowerCase()] ?? 0)
  if (bytes > 0) return Math.floor(bytes)
  throw new InvalidArgumentError('Must be a size such as 500M or 20G.')
}

/** For repeatable options. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

const longestExternalId = 255

export function readExternalId(text: string): string {
  if (Array.from(text).length <= longestExternalId && !/\p{Cc}/u.test(text)) return text
  throw new InvalidArgumentError(
    `Must have at most ${longestExternalId} characters and no control characters.`,
  )
}

/** For `--metadata key=value`, which is repeatable. A value may contain further equals signs. */
export function collectPair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [key = ''] = text.split('=', 1)
  if (key === '' || key === text) throw new InvalidArgumentError('Must be a pair such as wave=2.')
  if (Object.hasOwn(before, key)) throw new InvalidArgumentError(`The key ${key} is given twice.`)
  return { ...before, [key]: text.slice(key.length + 1) }
}

/** `--external-id` and `--metadata` of commands that create records. */
export function addReferenceOptions(command: Command): Command {
  return command
    .option('--external-id <id>', 'your own id, stored with each record and part of events', readExternalId)
    .option('--metadata <key=value>', 'a pair of your own, stored with each record (repeatable)', collectPair)
}
