/** Processes a recording chunk by chunk: detect voice, cut, recognize. Runs in the engine process. */

import type { Span } from './audio.ts'
import { sampleRate, samplesPerMs, seconds } from './audio.ts'
import type { ChunkLimits, Cut } from './chunk-plan.ts'
import { cutEarlier, planCut } from './chunk-plan.ts'
import type { RecognizedChunk } from './engine-messages.ts'
import { quietestPoint } from './quiet-point.ts'
import type { Recognizer } from './recognizer.ts'
import type { VoiceDetector } from './voice.ts'
import type { VoiceTracker } from './voice-tracker.ts'
import { trackVoice, windowSamples } from './voice-tracker.ts'
import type { WavReader } from './wav.ts'

/** About a second, in whole windows. */
const blockSamples = windowSamples * Math.floor(sampleRate / windowSamples)
/** More silence than the detector needs to end a voice segment. */
const flushSilence = seconds(1)

export type ChunkSource = {
  readonly wav: Pick<WavReader, 'sampleCount' | 'read'>
  readonly detector: VoiceDetector
  /** Null to detect voice only. */
  readonly recognizer: Recognizer | null
  readonly limits: ChunkLimits
  /** In milliseconds of the recording; may decrease slightly when a chunk starts. */
  readonly onPosition: (positionMs: number) => void
}

/**
 * Each chunk starts with a reset detector where the previous one ended. So the result depends only on the audio from
 * there on, and a run resumed after any chunk equals an uninterrupted one. The cost is processing the look-ahead
 * twice.
 */
export async function* recognizeChunks(
  source: ChunkSource,
  resumeAtMs: number,
): AsyncGenerator<RecognizedChunk> {
  const { wav, recognizer } = source
  let origin = resumeAtMs * samplesPerMs
  while (origin < wav.sampleCount) {
    const cut = await nextCut(source, origin)
    const recognized =
      cut.audio === null || recognizer === null
        ? { text: '', isSuspicious: false }
        : await recognizer.recognize(await wav.read(cut.audio.start, cut.audio.end - cut.audio.start))
    yield {
      kind: 'chunk',
      startMs: origin / samplesPerMs,
      endMs: Math.ceil(cut.next / samplesPerMs),
      voiceMs: cut.regions.map(toMs),
      ...recognized,
    }
    origin = cut.next
  }
}

async function nextCut({ wav, detector, limits, onPosition }: ChunkSource, origin: number): Promise<Cut> {
  const voice = trackVoice(origin)
  detector.restart()
  for (let position = origin; ; ) {
    const block = await wav.read(position, blockSamples)
    onPosition(Math.floor(position / samplesPerMs))
    if (block.length === 0) {
      // Truncated or at its end: there is no more audio.
      flushDetector(voice, detector, position)
      const { regions, speakingSince } = voice
      const end = Math.max(position, wav.sampleCount)
      return planCut({ origin, position: end, regions, speakingSince, isEnd: true }, limits) ?? endCut(end)
    }
    for (let offset = 0; offset < block.length; offset += windowSamples) {
      const window = block.slice(offset, offset + windowSamples)
      position += window.length
      voice.advance(position, detector.isSpeaking(window))
      const isEnd = position >= wav.sampleCount
      if (isEnd) flushDetector(voice, detector, position)
      const { regions, speakingSince } = voice
      const cut = planCut({ origin, position, regions, speakingSince, isEnd }, limits)
      if (cut !== null) return await settle(wav, origin, cut)
    }
  }
}

/** Feeds silence to the detector after the end, so that the last voice segment ends where it did. */
function flushDetector(voice: VoiceTracker, detector: VoiceDetector, end: number): void {
  for (let after = windowSamples; after <= flushSilence && voice.speakingSince !== null; ) {
    voice.advance(end + after, detector.isSpeaking(new Float32Array(windowSamples)))
    after += windowSamples
  }
}

function endCut(next: number): Cut {
  return { audio: null, regions: [], next }
}

async function settle(wav: ChunkSource['wav'], origin: number, cut: Cut): Promise<Cut> {
  if (cut.searchFrom === undefined) return cut
  const samples = await wav.read(cut.searchFrom, cut.next - cut.searchFrom)
  return cutEarlier(cut, origin, cut.searchFrom + quietestPoint(samples))
}

function toMs({ start, end }: Span): readonly [number, number] {
  return [Math.floor(start / samplesPerMs), Math.ceil(end / samplesPerMs)]
}
