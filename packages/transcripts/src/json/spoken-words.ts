/** Turns a list of timed words into the turns of its speakers. */
import { secondsToMs } from '../text/clock.ts'
import type { CueWord } from '../transcript.ts'
import type { CueList } from './cue-list.ts'
import { asList, asRecord, asText, type JsonRecord } from './values.ts'

export type SpokenWord = CueWord & {
  readonly speaker: unknown
  /** Punctuation follows the word before it without a space. */
  readonly isAttached?: boolean
}

/** A new cue where the speaker changes. Words without a speaker belong to the one before them. */
export function addTurns(list: CueList, words: readonly SpokenWord[]): void {
  let turn: SpokenWord[] = []
  for (const word of words) {
    const first = turn[0]
    const isChange = first !== undefined && word.speaker !== undefined && word.speaker !== first.speaker
    if (isChange) {
      addTurn(list, turn)
      turn = []
    }
    turn.push(word)
  }
  if (turn.length > 0) addTurn(list, turn)
}

function addTurn(list: CueList, turn: readonly SpokenWord[]): void {
  const words = attachPunctuation(turn)
  list.add({
    startMs: turn.find(({ startMs }) => startMs !== null)?.startMs ?? null,
    endMs: turn.findLast(({ endMs }) => endMs !== null)?.endMs ?? null,
    speaker: turn[0]?.speaker,
    text: words.map(({ text }) => text).join(' '),
    words,
  })
}

function attachPunctuation(turn: readonly SpokenWord[]): CueWord[] {
  const words: CueWord[] = []
  for (const { text, startMs, endMs, isAttached } of turn) {
    const last = words.at(-1)
    if (isAttached && last) words[words.length - 1] = { ...last, text: `${last.text}${text.trimEnd()}` }
    else if (text.trim() !== '') words.push({ text: text.trim(), startMs, endMs })
  }
  return words
}

export type WordFields = {
  readonly text: readonly string[]
  readonly start: string
  readonly end: string
  readonly toMs?: (value: unknown) => number | null
}

/** The first of the text fields that a word has. Anything that is no word is left out. */
export function readWords(value: unknown, fields: WordFields): (CueWord & { readonly source: JsonRecord })[] {
  const { toMs = secondsToMs } = fields
  return (asList(value) ?? []).flatMap((item) => {
    const source = asRecord(item)
    const text = fields.text.map((name) => asText(source?.[name])).find((found) => found !== null)
    if (!source || text === undefined || text === null) return []
    return [{ source, text, startMs: toMs(source[fields.start]), endMs: toMs(source[fields.end]) }]
  })
}

export const withoutSource = ({ text, startMs, endMs }: CueWord): CueWord => ({ text, startMs, endMs })
