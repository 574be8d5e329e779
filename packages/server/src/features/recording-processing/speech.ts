/** The speech engines of this worker. */
import type { SpeechEngine } from '@inlet/processors'

export interface Speech {
  /** The first engine that supports the language, or undefined. */
  engineFor(language: string): SpeechEngine | undefined
}
