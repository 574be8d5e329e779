/** Why a recording has no transcript, in the words of the processors: what happened, why, what to do. */
import type { Failure } from '../extraction/extraction.public.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export function languageUnknown(tag: string): Failure {
  return {
    code: 'language_unsupported',
    message: `The recording is not transcribed. Its project is in ${nameOf(tag)} (${tag}), which no speech engine of this instance knows. The recording itself is stored; ask your operator for an engine that knows the language, then upload it again.`,
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
    'The recording is not transcribed. Its sound cannot be read. Export it again from the program it was made with and upload that.',
}

const protectionTroubles: Record<PrivacyTrouble, string> = {
  analyzer_unreachable: 'What looks for personal data could not be reached.',
  analyzer_refused: 'What looks for personal data did not accept its key or address.',
  analyzer_bad_answer: 'What looks for personal data gave answers that make no sense.',
  detector_missing: 'The models that find faces and text in pictures are not installed.',
  detector_failed: 'Finding faces and text in its pictures failed.',
}

export type PrivacyTrouble =
  | 'analyzer_unreachable'
  | 'analyzer_refused'
  | 'analyzer_bad_answer'
  | 'detector_missing'
  | 'detector_failed'

/** An operator has to look at it; meanwhile nothing is shown. */
export function protectionFailed(trouble: PrivacyTrouble): Failure {
  return {
    code: trouble,
    message: `The recording stays closed. ${protectionTroubles[trouble]} Tell your operator, and try it again when that is mended.`,
  }
}
