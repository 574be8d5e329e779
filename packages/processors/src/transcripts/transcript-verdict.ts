/** The result of the script that reads transcripts. It comes from the sandbox, so it is validated. */

import type { FitProblem, TranscriptProblem } from '@inlet/transcripts'
import type { Segment, Word } from '../speech/transcript.ts'

export type BadTranscript = { readonly problem: TranscriptProblem | FitProblem }

export type GoodTranscript = {
  readonly format: string
  /** Codes of what the reader of the transcript should know. */
  readonly notices: readonly string[]
  readonly language: string
}

export type TranscriptVerdict = BadTranscript | GoodTranscript

const problems: Record<BadTranscript['problem'], true> = {
  empty: true,
  no_cues: true,
  not_a_transcript: true,
  malformed_json: true,
  damaged: true,
  too_large: true,
  beyond_recording: true,
  too_much_text: true,
}

export function isVerdict(value: unknown): value is TranscriptVerdict {
  if (!isRecord(value)) return false
  if ('problem' in value)
    return typeof value['problem'] === 'string' && Object.hasOwn(problems, value['problem'])
  return (
    typeof value['format'] === 'string' &&
    typeof value['language'] === 'string' &&
    Array.isArray(value['notices']) &&
    value['notices'].every((notice) => typeof notice === 'string')
  )
}

export function isSegments(value: unknown): value is Segment[] {
  return Array.isArray(value) && value.every(isSegment)
}

function isSegment(value: unknown): value is Segment {
  return (
    isRecord(value) &&
    areTimes(value['startMs'], value['endMs']) &&
    typeof value['text'] === 'string' &&
    typeof value['isSuspicious'] === 'boolean' &&
    isOptional(value['speaker'], 'string') &&
    isOptional(value['confidence'], 'number') &&
    (value['withinMs'] === undefined || isRange(value['withinMs'])) &&
    Array.isArray(value['words']) &&
    value['words'].every(isWord)
  )
}

function isWord(value: unknown): value is Word {
  return (
    isRecord(value) &&
    areTimes(value['startMs'], value['endMs']) &&
    typeof value['text'] === 'string' &&
    typeof value['isApproximate'] === 'boolean'
  )
}

const isRange = (value: unknown) => Array.isArray(value) && value.length === 2 && areTimes(value[0], value[1])

/** As the database stores them. */
const areTimes = (start: unknown, end: unknown) => isTime(start) && isTime(end) && start <= end
const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31

const isOptional = (value: unknown, type: 'string' | 'number') => value === undefined || typeof value === type

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
