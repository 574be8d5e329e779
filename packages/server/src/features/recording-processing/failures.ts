/** Failures of recordings: what happened, why, and what to do. */
import type { Failure } from '../document-processing/document-processing.public.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export function languageUnknown(tag: string): Failure {
  return {
    code: 'language_unsupported',
    message: `The recording was not transcribed. The transcript language of its project is ${nameOf(tag)} (${tag}), which no speech engine of this instance supports. The recording itself is stored; ask your operator for an engine that supports the language, then upload it again.`,
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
