/** Recognizes how transcription programs write speakers and times in text. */
import { parseClock } from '../text/clock.ts'
import { isName, readPrefix } from '../text/speaker-prefix.ts'
import type { TurnLine } from './lines.ts'

export type LineRole =
  /** A time for the next turn. */
  | { readonly kind: 'time'; readonly startMs: number }
  /** A turn starts; its text may follow on the next lines. */
  | {
      readonly kind: 'turn'
      readonly startMs: number | null
      readonly speaker: string | null
      readonly text: string
    }
  /** `Name: text` without a time: a turn only if the file writes its speakers like this. */
  | { readonly kind: 'prefixed'; readonly speaker: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

const time = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`
const alone = new RegExp(String.raw`^[[(]?(${time})[\])]?$`)
const bracketed = new RegExp(String.raw`^[[(](${time})[\])]\s*[-–—]?\s*(.*)$`, 's')
/** Two parts could be the time of day in a sentence. */
const leading = /^(\d{1,3}:\d{2}:\d{2}(?:[.,]\d{1,3})?)\s+(.*)$/s
/** Otter and Teams: `Name  0:03`. */
const trailing = new RegExp(String.raw`^(\S.{0,60}?)(?:\s{2,10}|\t\s{0,10})(${time})$`)
/** Rev: `Name (00:12):`. */
const named = new RegExp(String.raw`^(\S.{0,60}?)\s{0,5}[[(](${time})[\])](:?)\s*(.*)$`, 's')

export function classifyLine({ text: source, startMs }: TurnLine): LineRole {
  const line = source.trim()
  if (startMs !== undefined && startMs !== null) return startsTurn(startMs, line)
  const only = alone.exec(line)
  if (only) return withTime(only[1], line, (ms) => ({ kind: 'time', startMs: ms }))
  const first = bracketed.exec(line) ?? leading.exec(line)
  if (first) return withTime(first[1], line, (ms) => startsTurn(ms, first[2] ?? ''))
  const last = trailing.exec(line)
  if (last && isName(last[1] ?? ''))
    return withTime(last[2], line, (ms) => ({ kind: 'turn', startMs: ms, speaker: last[1] ?? '', text: '' }))
  const inside = named.exec(line)
  if (inside && isName(inside[1] ?? '') && (inside[3] === ':' || inside[4] === ''))
    return withTime(inside[2], line, (ms) => ({
      kind: 'turn',
      startMs: ms,
      speaker: inside[1] ?? '',
      text: inside[4] ?? '',
    }))
  const prefix = readPrefix(line)
  return prefix ? { kind: 'prefixed', speaker: prefix.name, text: prefix.text } : { kind: 'text', text: line }
}

function withTime(clock: string | undefined, line: string, role: (ms: number) => LineRole): LineRole {
  const ms = parseClock(clock ?? '')
  return ms === null ? { kind: 'text', text: line } : role(ms)
}

/** After a time: `Name: text`, or text. A name alone is told apart by the lines around it, see `read-turns.ts`. */
function startsTurn(startMs: number, line: string): LineRole {
  const prefix = readPrefix(line)
  if (prefix) return { kind: 'turn', startMs, speaker: prefix.name, text: prefix.text }
  return { kind: 'turn', startMs, speaker: null, text: line.trim() }
}
