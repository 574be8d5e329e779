/** Failures of recordings: what happened, why, and what to do. */
import type { BadTranscript } from '@inlet/processors'
import type { Failure } from '../document-processing/document-processing.public.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export function languageUnknown(tag: string): Failure {
  return {
    code: 'language_unsupported',
    message: `The recording was not transcribed. The transcript language of its project is ${nameOf(tag)} (${tag}), which no speech engine of this instance supports. The recording itself is stored; ask your operator for an engine that supports the language, then upload it again.`,
  }
}

/** For a language that a person has chosen. The earlier transcript stays. */
export function noEngineFor(tag: string): Failure {
  return {
    code: 'language_unsupported',
    message: `No speech engine of this instance supports ${nameOf(tag)} (${tag}). Choose another language, or ask your operator for an engine that supports it.`,
  }
}

function nameOf(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

export const unusableSound: Failure = {
  code: 'damaged',
  message:
    'The recording was not transcribed. Its sound cannot be decoded. Export it again from the program it was made with, then upload it.',
}

const unreadable: Record<BadTranscript['problem'] | 'unprocessable', string> = {
  empty: 'The file of the transcript is empty.',
  no_cues: 'The transcript contains no words.',
  not_a_transcript: 'No times or speakers could be recognized, or the file is not a transcript.',
  malformed_json: 'The file is not valid JSON. It may have been truncated.',
  damaged: 'The Word document is damaged or protected by a password.',
  too_large: 'The transcript is longer than 200,000 cues or 300,000 words.',
  unprocessable: 'Reading it took too long or needed too much memory.',
  beyond_recording: 'Most of it lies after the end of the recording.',
  too_much_text: 'It has more words than can be spoken within the duration of the recording.',
}

/** The recording itself is converted and can be played. A retry transcribes it. */
export function transcriptUnusable(problem: keyof typeof unreadable): Failure {
  const isMismatch = problem === 'beyond_recording' || problem === 'too_much_text'
  const what = isMismatch ? 'does not fit the recording' : 'could not be read'
  return {
    code: isMismatch ? 'transcript_mismatch' : 'transcript_unreadable',
    message: `The transcript that was uploaded with the recording ${what}. ${unreadable[problem]} Upload the recording again with another transcript, or without one; a retry ignores the transcript and transcribes the recording.`,
  }
}

/** Longer stretches cannot be beeped without losing the recording. */
export const maxUncertainMs = 120_000

export const transcriptUntimed: Failure = {
  code: 'transcript_untimed',
  message:
    'The recording could not be protected, so it is not shown. Its transcript contains personal details, but its times do not locate them to within two minutes. Upload the recording again with a transcript that has times, or without one; a retry ignores the transcript and transcribes the recording.',
}

const protectionTroubles: Record<PrivacyTrouble, string> = {
  analyzer_unreachable: 'The analyzer for personal data could not be reached.',
  analyzer_refused: 'The analyzer for personal data rejected its key or address.',
  analyzer_bad_answer: 'The analyzer for personal data returned invalid responses.',
  detector_missing: 'The models that detect faces and text in video are not installed.',
  detector_failed: 'Detecting faces and text in its video failed.',
}

export type PrivacyTrouble =
  | 'analyzer_unreachable'
  | 'analyzer_refused'
  | 'analyzer_bad_answer'
  | 'detector_missing'
  | 'detector_failed'

/** Needs an operator; until it is retried, nothing is shown. */
export function protectionFailed(trouble: PrivacyTrouble): Failure {
  return {
    code: trouble,
    message: `The recording could not be protected, so it is not shown. ${protectionTroubles[trouble]} Contact your operator, and retry when the problem is fixed.`,
  }
}
