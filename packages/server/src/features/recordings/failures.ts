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
