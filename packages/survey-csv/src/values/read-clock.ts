/** Parses a time of day with seconds, day period and time zone, in the words of any language of the exports. */
import { foldText } from '../languages/fold.ts'
import type { TimeOfDay } from './date-parts.ts'
import { isDateConnector } from './date-words.ts'

const clock =
  /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?\s?m\.?)?\s*(?:\(?([A-Z]{1,5})?\s*([+-]\d{1,2}:?(?:\d{2})?)?\)?)$/i
/** Before and after noon, in folded spelling. CLDR has most of them; Google Forms also writes older ones. */
const morning = period(
  'a m, dop, претпл, дп, de, ap, prieksp, priespiet, fm, f h, π μ, oo, ص, sa, pg, vm, vorm, 午前, 上午, 凌晨, 早上, 오전',
)
const afternoon = period(
  'p m, odp, pop, попл, пп, du, ip, pecp, popiet, em, e h, μ μ, os, م, ch, ptg, nm, nachm, 午後, 下午, 中午, 晚上, 오후',
)
/** Abbreviations that survey tools write. Ambiguous ones are omitted (IST) or read as American (CST). */
const zoneMinutes: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  МСК: 180,
  TRT: 180,
  JST: 540,
  KST: 540,
  HKT: 480,
  SGT: 480,
  BRT: -180,
  ART: -180,
  AST: -240,
  ADT: -180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
}

export function readClock(text: string): TimeOfDay | undefined {
  return readPlainClock(text) ?? readWordedClock(text)
}

function readPlainClock(text: string, half?: 'am' | 'pm'): TimeOfDay | undefined {
  const found = clock.exec(text)
  if (!found) return undefined
  const written = found[5]?.toLowerCase() ?? half ?? ''
  let hour = Number(found[1])
  if (written !== '' && hour > 12) return undefined
  if (written.startsWith('p')) hour = (hour % 12) + 12
  else if (written !== '') hour %= 12
  else if (found[2] === undefined) return undefined
  const minute = Number(found[2] ?? 0)
  const second = Number(found[3] ?? 0)
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const millisecond = found[4] === undefined ? 0 : Number(found[4].slice(0, 3).padEnd(3, '0'))
  const time = { hour, minute, second: Math.min(second, 59), millisecond }
  const offsetMinutes = readOffset(found[6], found[7])
  if (offsetMinutes === null) return undefined
  return offsetMinutes === undefined ? time : { ...time, offsetMinutes }
}

/** `오후 2:25`, `2:25:00 p. m. CET`, `um 14.25 Uhr`, `14 h 25 min`, `14時25分`: reduces the words to what `clock` accepts. */
function readWordedClock(text: string): TimeOfDay | undefined {
  let rest = foldText(text)
  const half = morning.test(rest) ? 'am' : afternoon.test(rest) ? 'pm' : undefined
  if (half) rest = rest.replace(half === 'am' ? morning : afternoon, ' ')
  rest = rest
    .replace(/(\d)\s*(?:h|u|uhr|時|时|點|点|시|ч)\.?\s*(?=\d)/u, '$1:')
    .replace(/(\d)\s*(?:min|мин|分|분)\.?\s*(?=\d)/u, '$1:')
    .replace(/(\d)\s*(?:uhr|uur|hs|h|u|ч|min|мин|分|분|秒|초|s|sek)\.?(?=\s|$)/u, '$1')
    .replace(/мск/u, 'msk')
    .replace(/ (\p{L}[\p{L}\p{M}]*)$/u, (word, last: string) => (isDateConnector(last) ? '' : word))
    .trim()
  const start = /\d/.exec(rest)?.index
  if (start === undefined) return undefined
  const before = rest.slice(0, start).match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  if (!before.every(isDateConnector)) return undefined
  return readPlainClock(rest.slice(start).replace(/\s+/g, ' '), half)
}

function period(words: string): RegExp {
  const spellings = words.split(', ').map((word) => word.replace(' ', '\\.?\\s?'))
  return new RegExp(`(?<!\\p{L})(?:${spellings.join('|')})(?!\\p{L})\\.?`, 'u')
}

/** Null if the time zone is unknown, undefined if there is none. */
function readOffset(zone: string | undefined, offset: string | undefined): number | undefined | null {
  const named = zone === undefined ? undefined : (zoneMinutes[zone.toUpperCase()] ?? null)
  if (offset === undefined || named === null) return named
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return (named ?? 0) + (sign === '-' ? -total : total)
}
