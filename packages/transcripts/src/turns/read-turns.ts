/** Transcripts written as text: turns of speakers, with times before, after or inside the line of the name, or none. */
import { parseClock } from '../text/clock.ts'
import { oneLine, speakerLabel } from '../text/one-line.ts'
import { isName, repeatsPrefix } from '../text/speaker-prefix.ts'
import type { RawCue, RawTranscript } from '../transcript.ts'
import { classifyLine, type LineRole } from './classify-line.ts'
import type { TurnLine } from './lines.ts'

type Turn = {
  startMs: number | null
  endMs: number | null
  readonly speaker: string | null
  readonly texts: string[]
}

/** What programs add after the last turn. */
const endOfTranscript = /^(?:Transcription ended after \d|Transcribed by https?:\/\/)/i
const remark = /^.{1,80} (?:started|stopped) transcription$/i
/** f4 and MAXQDA end a paragraph with `#00:00:08-5#`, a tenth of a second after the hyphen. */
const endMark = /#(\d{1,3}:\d{2}:\d{2})(?:-(\d{1,3}))?#$/
const markChars = 20

/** Without cues if the text has neither times nor a speaker who speaks twice. */
export function readTurns(lines: readonly TurnLine[]): RawTranscript {
  const roles = rolesOf(lines)
  const turns: Turn[] = []
  let pendingMs: number | null = null
  let isFollowing = false
  for (const { role, endMs } of roles) {
    if (role.kind === 'time') {
      pendingMs = role.startMs
      isFollowing = false
    } else if (role.kind === 'turn' || role.kind === 'prefixed') {
      const startMs = (role.kind === 'turn' ? role.startMs : null) ?? pendingMs
      turns.push({ startMs, endMs, speaker: role.speaker, texts: [role.text] })
      pendingMs = null
      isFollowing = true
    } else if (pendingMs !== null) {
      turns.push({ startMs: pendingMs, endMs, speaker: null, texts: [role.text] })
      pendingMs = null
      isFollowing = true
    } else if (endMs !== null && !isFollowing)
      turns.push({ startMs: null, endMs, speaker: null, texts: [role.text] })
    else {
      // A title before the first turn is not speech.
      const turn = turns.at(-1)
      turn?.texts.push(role.text)
      if (turn && endMs !== null) turn.endMs = endMs
    }
    if (endMs !== null) isFollowing = false
  }
  chainEnds(turns)
  return toTranscript(turns)
}

type MarkedRole = { readonly role: LineRole; readonly endMs: number | null }

function rolesOf(lines: readonly TurnLine[]): MarkedRole[] {
  const marked: MarkedRole[] = []
  for (const line of lines) {
    const text = line.text.trim()
    if (endOfTranscript.test(text)) break
    if (text === '' || remark.test(text)) continue
    const mark = endMark.exec(text.slice(-markChars))
    const spoken = mark ? text.slice(0, -mark[0].length) : text
    marked.push({ role: classifyLine({ ...line, text: spoken }), endMs: mark ? endOf(mark) : null })
  }
  const areNames =
    repeatsPrefix(marked.flatMap(({ role }) => (role.kind === 'prefixed' ? `${role.speaker}: -` : []))) ||
    marked.some(
      ({ role, endMs }) =>
        role.kind === 'time' || (role.kind === 'turn' && role.speaker !== null) || endMs !== null,
    )
  const hasNameLines = writesNameLines(marked)
  return marked.map(({ role, endMs }) => ({ role: settle(role, { areNames, hasNameLines }), endMs }))
}

function endOf([, clock = '', tenths = '']: RegExpExecArray): number | null {
  const ms = parseClock(clock)
  return ms === null ? null : ms + Math.round(Number(`0.${tenths || 0}`) * 1000)
}

/** Word for the web writes `00:00:02 Speaker 1` and the text below. Then every line after a time is a short name. */
function writesNameLines(marked: readonly MarkedRole[]): boolean {
  let count = 0
  for (const [index, { role }] of marked.entries()) {
    if (role.kind !== 'turn' || role.speaker !== null) continue
    const next = marked[index + 1]?.role.kind
    if (!isName(role.text) || next === undefined || next === 'turn' || next === 'time') return false
    count += 1
  }
  return count > 0
}

function settle(
  role: LineRole,
  { areNames, hasNameLines }: { areNames: boolean; hasNameLines: boolean },
): LineRole {
  if (role.kind === 'prefixed' && !areNames) return { kind: 'text', text: `${role.speaker}: ${role.text}` }
  if (role.kind === 'turn' && hasNameLines && role.speaker === null)
    return { ...role, speaker: role.text, text: '' }
  return role
}

/** Where only ends are marked, a turn starts where the one before ends. */
function chainEnds(turns: readonly Turn[]): void {
  if (!turns.some(({ endMs }) => endMs !== null)) return
  for (const [index, turn] of turns.entries())
    turn.startMs ??= index === 0 ? 0 : (turns[index - 1]?.endMs ?? null)
}

function toTranscript(turns: readonly Turn[]): RawTranscript {
  const cues: RawCue[] = []
  let hasEmpty = false
  for (const { startMs, endMs, speaker, texts } of turns) {
    const text = oneLine(texts.join(' '))
    if (text === '') hasEmpty = true
    else cues.push({ startMs, endMs, speaker: speaker === null ? null : speakerLabel(speaker), text })
  }
  return { cues, skipped: 0, warnings: new Set(hasEmpty ? ['empty_cue'] : []), language: null }
}
