/** Labels for the protections applied to a recording. */
import type { Protection } from '@inlet/contract/workspace'

const words: Record<Protection, string> = {
  words_redacted: 'personal data removed from transcript',
  words_beeped: 'personal data beeped',
  voices_altered: 'voices altered',
  sound_removed: 'audio removed',
  faces_covered: 'faces covered',
  text_covered: 'on-screen text covered',
  picture_blurred: 'video blurred',
  picture_blanked: 'video blanked',
  picture_removed: 'video removed',
  speakers_numbered: 'speakers shown as numbers',
}

export function protectionText(protections: readonly Protection[]): string {
  return protections.length === 0
    ? 'checked; nothing to hide'
    : protections.map((one) => words[one]).join(', ')
}
