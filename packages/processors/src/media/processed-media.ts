/** What comes out of a recording. */

export type MediaStage = 'checking' | 'listening' | 'converting' | 'drawing'

/**
 * Of the stage, not of the whole: 0 when it begins, 100 when it has ended well. A stage begins again when a copy turned out
 * not to play and is replaced by a conversion.
 */
export type MediaProgress = { readonly stage: MediaStage; readonly percent: number }

/** What is missing in a result that is good otherwise. */
export type MediaNotice =
  /** The file promises more than it holds, as a broken-off recording or copy does. */
  'ends_early'

/** What a browser plays: its times are the times of everything else here. */
export type Rendition = {
  readonly path: string
  readonly contentType: 'video/mp4' | 'audio/mp4' | 'audio/mpeg'
  /** Sound and pictures as they came, in a new container; nothing lost. */
  readonly isCopy: boolean
}

export type Waveform = {
  /** Loudest sample of each stretch, 0 to 127, at most 4,000 of them. */
  readonly peaks: Int8Array
  /** How long a stretch is; the last one may be shorter. */
  readonly msPerPeak: number
}

export type ProcessedMedia = {
  readonly durationMs: number
  readonly hasVideo: boolean
  /** False when there is no audio track, or one without a single sample. */
  readonly hasAudio: boolean
  /** WAV, 16 kHz, mono, 16 bits, on the clock of the rendition; null without audio. */
  readonly recognitionAudioPath: string | null
  readonly waveform: Waveform | null
  readonly rendition: Rendition
  /** WebP; null for audio, and when no picture can be drawn. */
  readonly posterPath: string | null
  readonly notices: readonly MediaNotice[]
}
