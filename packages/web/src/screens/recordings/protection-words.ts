/** What was done to a recording before anybody was shown it, in words. */
import type { Protection } from '@inlet/contract/workspace'

const words: Record<Protection, string> = {
  words_redacted: 'personal data taken out of the transcript',
  words_beeped: 'personal data beeped',
  voices_altered: 'voices altered',
  sound_removed: 'sound removed',
  faces_covered: 'faces covered',
  text_covered: 'text in the picture covered',
  picture_blurred: 'picture blurred',
  picture_blanked: 'picture blanked',
  picture_removed: 'picture removed',
  speakers_numbered: 'speakers by number',
}

export function protectionText(protections: readonly Protection[]): string {
  return protections.length === 0
    ? 'checked; nothing had to be hidden'
    : protections.map((one) => words[one]).join(', ')
}
