/** The speech engines of this worker, in the order in which they are asked. */
import type { SpeechEngine } from '@inlet/processors'

export interface Speech {
  /** The first that knows the language, or undefined. */
  engineFor(language: string): SpeechEngine | undefined
}
