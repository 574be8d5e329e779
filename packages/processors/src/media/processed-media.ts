/** The result of processing a recording. */

export type MediaStage = 'checking' | 'listening' | 'converting' | 'drawing'

/**
 * Of the stage: 0 when it starts, 100 when it succeeds. A stage restarts if a copied rendition does not play and is
 * converted instead.
 */
export type MediaProgress = { readonly stage: MediaStage; readonly percent: number }

/** What is missing in an otherwise complete result. */
export type MediaNotice =
  /** The file is shorter than stated, such as after an interrupted recording or copy. */
  'ends_early'

/** What a browser plays; all other times refer to it. */
export type Rendition = {
  readonly path: string
  readonly contentType: 'video/mp4' | 'audio/mp4' | 'audio/mpeg'
  /** The original streams in a new container, without loss. */
  readonly isCopy: boolean
}

export type Waveform = {
  /** The peak of each interval, 0 to 127, at most 4,000 of them. */
  readonly peaks: Int8Array
  /** The length of an interval; the last one may be shorter. */
  readonly msPerPeak: number
}

export type ProcessedMedia = {
  readonly durationMs: number
  readonly hasVideo: boolean
  /** False if there is no audio track or it has no samples. */
  readonly hasAudio: boolean
  /** WAV, 16 kHz, mono, 16 bits, in sync with the rendition; null without audio. */
  readonly recognitionAudioPath: string | null
  readonly waveform: Waveform | null
  readonly rendition: Rendition
  /** WebP; null for audio and if no frame can be decoded. */
  readonly posterPath: string | null
  readonly notices: readonly MediaNotice[]
}
