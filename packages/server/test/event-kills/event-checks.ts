/** Compares an event log with the changes that it has to report, and with what receivers got. */
import { isDeepStrictEqual } from 'node:util'
import type { Event } from '@inlet/contract'

/** The changes of each record in their order. */
export type Changes = ReadonlyMap<string, readonly string[]>

/** The record that an event is about. A survey and its parts are one, because parts are processed in order. */
export function recordOf({ type, data }: Event): string {
  const [kind] = type.split('.')
  if (kind === 'file') return `file ${data['wav_key']}`
  if (kind === 'insight') return `insight ${data['insight_key']}`
  if (kind === 'media') return `media ${data['media_key']}`
  if (kind === 'survey' || kind === 'part') return `survey ${data['upload_key']}`
  return `project ${data.project_id}`
}

/** Such as `file.completed`, or `part.processed 2`. */
export const changeOf = ({ type, data }: Event): string =>
  data['part_number'] === undefined ? type : `${type} ${data['part_number']}`

export function groupByRecord(log: readonly Event[]): Map<string, string[]> {
  const records = new Map<string, string[]>()
  for (const event of log) {
    const record = recordOf(event)
    records.set(record, [...(records.get(record) ?? []), changeOf(event)])
  }
  return records
}

export interface LogProblems {
  /** Changes without an event. */
  missing: string[]
  /** Events without a change, or more than one for a change. */
  unexpected: string[]
  /** Records whose events are all there, in another order. */
  outOfOrder: string[]
}

/** Compares the records of `changes`; others are ignored. */
export function compareWithChanges(log: readonly Event[], changes: Changes): LogProblems {
  const logged = groupByRecord(log)
  const problems: LogProblems = { missing: [], unexpected: [], outOfOrder: [] }
  for (const [record, expected] of changes) {
    const found = logged.get(record) ?? []
    const missing = subtract(expected, found)
    const unexpected = subtract(found, expected)
    problems.missing.push(...missing.map((change) => `${record}: ${change}`))
    problems.unexpected.push(...unexpected.map((change) => `${record}: ${change}`))
    if (missing.length + unexpected.length === 0 && !isDeepStrictEqual(found, expected))
      problems.outOfOrder.push(`${record}: ${found.join(', ')} instead of ${expected.join(', ')}`)
  }
  return problems
}

/** Events that tell of records which never changed. */
export function findUnknownRecords(log: readonly Event[], changes: Changes): string[] {
  return [...groupByRecord(log).keys()].filter((record) => !changes.has(record))
}

function subtract(from: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken]
  return from.filter((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

export const findRepeatedIds = (log: readonly Event[]): string[] => {
  const seen = new Set<string>()
  return log.flatMap(({ id }) => {
    if (seen.has(id)) return [id]
    seen.add(id)
    return []
  })
}

/** The status of each record after its last change. Parts have their own, which do not count for the survey. */
export function lastStatuses(log: readonly Event[]): Map<string, string | undefined> {
  const ofRecords = log.filter(({ type }) => !type.startsWith('part.'))
  return new Map(ofRecords.map((event) => [recordOf(event), event.data.status]))
}

/** Places at which two reads of the log differ. */
export function compareReads(first: readonly Event[], second: readonly Event[]): string[] {
  const length = Math.max(first.length, second.length)
  return Array.from({ length }, (_, i) => i)
    .filter((i) => !isDeepStrictEqual(first[i], second[i]))
    .map((i) => `${i}: ${first[i]?.id ?? 'nothing'} and ${second[i]?.id ?? 'nothing'}`)
}

/** What a receiver has accepted under one id. */
export interface Accepted {
  count: number
  /** Each different body; one is right. */
  bodies: string[]
}

export interface DeliveryProblems {
  undelivered: string[]
  /** Ids that are not in the log. */
  unknown: string[]
  /** Ids whose requests differ from each other or from the log. */
  changed: string[]
}

export function compareWithLog(
  accepted: ReadonlyMap<string, Accepted>,
  log: readonly Event[],
): DeliveryProblems {
  const events = new Map(log.map((event) => [event.id, event]))
  const ids = [...accepted.keys()]
  return {
    undelivered: log.map(({ id }) => id).filter((id) => !accepted.has(id)),
    unknown: ids.filter((id) => !events.has(id)),
    changed: ids.filter((id) => {
      const bodies = accepted.get(id)?.bodies ?? []
      const event = events.get(id)
      return event !== undefined && !(bodies.length === 1 && isDeepStrictEqual(parse(bodies[0]), event))
    }),
  }
}

function parse(body = ''): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
