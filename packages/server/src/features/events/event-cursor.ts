/** A place in the event log. */
import { isId } from '../../platform/http/cursor.ts'

export interface EventCursor {
  /** The day, such as 2026-11-16. A hint that lets old days be skipped: the position alone decides. */
  day: string
  /** Of the last event that was read; 0 at the start. */
  position: number
}

export const writeEventCursor = ({ day, position }: EventCursor): string =>
  Buffer.from(JSON.stringify([day, position])).toString('base64url')

/** Undefined for text that no page has produced. */
export function readEventCursor(text: string): EventCursor | undefined {
  const [day, position, ...rest] = parse(text)
  if (typeof day !== 'string' || !isDay(day) || rest.length > 0) return undefined
  if (position !== 0 && !isId(position)) return undefined
  const cursor = { day, position }
  // Decoding ignores characters that encoding does not produce.
  return writeEventCursor(cursor) === text ? cursor : undefined
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return time > 0 && new Date(time).toISOString().startsWith(text)
}
