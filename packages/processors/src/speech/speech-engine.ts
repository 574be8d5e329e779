/** What a speech-to-text engine looks like to its callers, whichever one it is. */

import type { Segment } from './transcript.ts'

export type SpeechEngine = {
  readonly id: string
  readonly model: string
  /** Primary language subtags ("en"), or `any` when the engine finds out by itself. */
  readonly languages: readonly string[] | 'any'
  /** @throws SpeechError when it lacks something here that it cannot do without. For the start of a worker. */
  check(): Promise<void>
  /**
   * Resolves when the recording has been read to its end and the last `onChunk` is done.
   * @throws the signal's reason when aborted; SpeechError for trouble that may pass; whatever `onChunk` throws.
   */
  transcribe(request: TranscribeRequest): Promise<TranscriptionEnd>
}

export type TranscribeRequest = {
  /** 16 kHz, mono, 16 bit. */
  readonly wavPath: string
  /** A BCP 47 tag; ask `supportsLanguage` before. */
  readonly language?: string | undefined
  /** The `endMs` of the last chunk that was kept: what lies before it is neither read nor told again. */
  readonly resumeAtMs?: number | undefined
  /** How many chunks were kept: the next one gets this index. */
  readonly resumeIndex?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** One after the other, in order. A chunk that has been kept need never be recognised again. */
  readonly onChunk: (chunk: TranscribedChunk) => Promise<void> | void
  /** How far the engine has listened, only upwards. Must not throw. */
  readonly onProgress?: ((progress: SpeechProgress) => void) | undefined
}

export type TranscribedChunk = {
  readonly index: number
  /** The part of the recording this chunk covers; chunks follow each other without gaps. */
  readonly startMs: number
  readonly endMs: number
  /** Empty when nobody spoke. */
  readonly segments: readonly Segment[]
}

export type SpeechProgress = { readonly positionMs: number; readonly durationMs: number }

export type TranscriptionEnd = {
  readonly durationMs: number
  /** Of the engine's own process; absent when it runs elsewhere. */
  readonly peakMemoryBytes?: number
  readonly cpuMs?: number
}

/**
 * Trouble of the machine and not of the recording: the job may be tried again. `engine_refused` does not pass by itself: a
 * speech server does not take our key, model or address, and somebody has to change a setting.
 */
export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  readonly code: 'models_missing' | 'bad_audio' | 'engine_failed' | 'engine_refused'

  constructor(code: SpeechError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** By language alone: an engine for English understands en-GB and en-US alike. */
export function supportsLanguage(engine: Pick<SpeechEngine, 'languages'>, tag: string): boolean {
  return engine.languages === 'any' || engine.languages.includes(primarySubtag(tag))
}

/** "en" of "en-GB". */
export function primarySubtag(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''
}
