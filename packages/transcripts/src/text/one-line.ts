import { maxSpeakerChars } from '../limits.ts'

/** Half a character, which databases refuse. */
const loneSurrogates = /\p{Surrogate}/gu

/** Breaks, control characters and no-break spaces become single spaces. Direction marks stay. */
export function oneLine(text: string): string {
  return text
    .replace(loneSurrogates, '\ufffd')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** Null for a label without a letter or digit. */
export function speakerLabel(label: string): string | null {
  const name = oneLine(label)
  if (!/[\p{L}\p{N}]/u.test(name)) return null
  return name.length <= maxSpeakerChars
    ? name
    : `${name.slice(0, maxSpeakerChars).replace(loneSurrogates, '')}…`
}
