/** The metadata transcript of Teams: each cue is a JSON object with the speaker and the text. */
import { asRecord, asText } from '../json/values.ts'
import { oneLine, speakerLabel } from '../text/one-line.ts'

export type SpokenJson = {
  readonly speaker: string | null
  readonly text: string
  readonly language: string | null
}

export function readSpokenJson(lines: readonly string[]): SpokenJson | null {
  if (!lines[0]?.trimStart().startsWith('{"')) return null
  try {
    const spoken = asRecord(JSON.parse(lines.join('\n')))
    const text = asText(spoken?.['spokenText'])
    if (!spoken || text === null) return null
    return {
      speaker: speakerLabel(asText(spoken['speakerName']) ?? ''),
      text: oneLine(text),
      language: asText(spoken['spokenLanguage']),
    }
  } catch {
    return null
  }
}
