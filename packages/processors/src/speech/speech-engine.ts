/** The interface of speech-to-text engines. */

import type { Segment } from './transcript.ts'

export type SpeechEngine = {
  readonly id: string
  readonly model: string
  /** Primary language subtags ("en"), or `any` if the engine detects the language. */
  readonly languages: readonly string[] | 'any'
  /** @throws SpeechError if the engine cannot run on this machine. Called when a worker starts. */
  check(): Promise<void>
  /**
   * Resolves when the whole recording is processed and the last `onChunk` is done.
   * @throws the signal's reason when aborted; SpeechError for transient errors; whatever `onChunk` throws.
   */
  transcribe(request: TranscribeRequest): Promise<TranscriptionEnd>
}

export type TranscribeRequest = {
  /** 16 kHz, mono, 16 bit. */
  readonly wavPath: string
  /** A BCP 47 tag; check `supportsLanguage` first. */
  readonly language?: string | undefined
  /** The `endMs` of the last saved chunk: processing resumes there. */
  readonly resumeAtMs?: number | undefined
  /** The number of saved chunks, which is the index of the next one. */
  readonly resumeIndex?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called sequentially and in order. A saved chunk is never recognized again. */
  readonly onChunk: (chunk: TranscribedChunk) => Promise<void> | void
  /** The position of the engine, never decreasing. Must not throw. */
  readonly onProgress?: ((progress: SpeechProgress) => void) | undefined
}

export type TranscribedChunk = {
  readonly index: number
  /** The range that this chunk covers; chunks follow each other without gaps. */
  readonly startMs: number
  readonly endMs: number
  /** Empty without speech. */
  readonly segments: readonly Segment[]
}

export type SpeechProgress = { readonly positionMs: number; readonly durationMs: number }

export type TranscriptionEnd = {
  readonly durationMs: number
  /** Of the engine process; absent if it runs elsewhere. */
  readonly peakMemoryBytes?: number
  readonly cpuMs?: number
}

/**
 * An infrastructure error, not a fault of the recording: the job can be retried. `engine_refused` is permanent: the
 * speech server rejects the key, model or address, and an operator has to change a setting.
 */
export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  readonly code: 'models_missing' | 'bad_audio' | 'engine_failed' | 'engine_refused'

  constructor(code: SpeechError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** By primary subtag: an engine for English accepts en-GB and en-US. */
export function supportsLanguage(engine: Pick<SpeechEngine, 'languages'>, tag: string): boolean {
  return engine.languages === 'any' || engine.languages.includes(primarySubtag(tag))
}

/** "en" of "en-GB". */
export function primarySubtag(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''
}
