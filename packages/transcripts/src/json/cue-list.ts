/** Collects the cues of a JSON transcript, counting what cannot be read. */
import { oneLine, speakerLabel } from '../text/one-line.ts'
import type { CueWord, RawCue, RawTranscript } from '../transcript.ts'
import { asText } from './values.ts'

export type JsonCue = {
  readonly startMs: number | null
  readonly endMs: number | null
  /** A label as the file has it. */
  readonly speaker?: unknown
  readonly text: unknown
  readonly words?: readonly CueWord[]
  readonly confidence?: number | undefined
  readonly isSuspicious?: boolean
}

export type CueList = {
  /** A cue needs a start and a text; one with a blank text says nothing and is left out. */
  add(cue: JsonCue): void
  skip(): void
  finish(language: unknown): RawTranscript
}

/** What whisper.cpp writes for silence. */
const silence = /^\[\s*(?:BLANK_AUDIO|SILENCE|silence)\s*\]$/

export function createCueList(): CueList {
  const cues: RawCue[] = []
  let skipped = 0
  return {
    add({ startMs, endMs, speaker, text, words, confidence, isSuspicious }) {
      const spoken = asText(text)
      if (startMs === null || spoken === null) {
        skipped += 1
        return
      }
      const line = oneLine(spoken)
      if (line === '' || silence.test(line)) return
      cues.push({
        startMs,
        endMs,
        speaker: labelOf(speaker),
        text: line,
        ...(words && words.length > 0 && { words }),
        ...(confidence !== undefined && { confidence }),
        ...(isSuspicious && { isSuspicious }),
      })
    },
    skip() {
      skipped += 1
    },
    finish: (language) => ({
      cues,
      skipped,
      warnings: new Set(skipped > 0 ? ['skipped_cue'] : []),
      language: languageTag(language),
    }),
  }
}

/** Numbers become `Speaker n`, as the formatters of these services write them. */
function labelOf(speaker: unknown): string | null {
  if (typeof speaker === 'number' && Number.isInteger(speaker)) return `Speaker ${speaker}`
  return speakerLabel(asText(speaker) ?? '')
}

/** `en`, `en-US` or `en_us`; names such as `english` are not used. */
function languageTag(value: unknown): string | null {
  const tag = (asText(value) ?? '').replaceAll('_', '-')
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag) ? tag : null
}
