/** Through a recording chunk by chunk: find voice, cut, recognise. Runs in the engine's own process. */

import type { Span } from './audio.ts'
import { sampleRate, samplesPerMs, seconds } from './audio.ts'
import type { ChunkLimits, Cut } from './chunk-plan.ts'
import { cutEarlier, planCut } from './chunk-plan.ts'
import type { HeardChunk } from './engine-messages.ts'
import { quietestPoint } from './quiet-point.ts'
import type { Recognizer } from './recognizer.ts'
import type { VoiceDetector } from './voice.ts'
import type { VoiceTracker } from './voice-tracker.ts'
import { trackVoice, windowSamples } from './voice-tracker.ts'
import type { WavReader } from './wav.ts'

/** About a second, in whole windows. */
const blockSamples = windowSamples * Math.floor(sampleRate / windowSamples)
/** More silence than the detector ever needs to be sure that nobody speaks. */
const silenceToBeSure = seconds(1)

export type Listener = {
  readonly wav: Pick<WavReader, 'sampleCount' | 'read'>
  readonly detector: VoiceDetector
  /** Null to find voice only. */
  readonly recognizer: Recognizer | null
  readonly limits: ChunkLimits
  /** In milliseconds of the recording; may go back a little when a chunk begins. */
  readonly onPosition: (positionMs: number) => void
}

/**
 * Each chunk begins with a detector that remembers nothing, right where the one before ended. So what comes out depends on
 * the sound from there on only, and a run that is resumed at the end of any chunk equals one that was never disturbed. It
 * costs listening twice to the little that the plan looked ahead.
 */
export async function* listen(listener: Listener, resumeAtMs: number): AsyncGenerator<HeardChunk> {
  const { wav, recognizer } = listener
  let origin = resumeAtMs * samplesPerMs
  while (origin < wav.sampleCount) {
    const cut = await nextCut(listener, origin)
    const heard =
      cut.audio === null || recognizer === null
        ? { text: '', isSuspicious: false }
        : await recognizer.recognize(await wav.read(cut.audio.start, cut.audio.end - cut.audio.start))
    yield {
      kind: 'chunk',
      startMs: origin / samplesPerMs,
      endMs: Math.ceil(cut.next / samplesPerMs),
      voiceMs: cut.regions.map(toMs),
      ...heard,
    }
    origin = cut.next
  }
}

async function nextCut({ wav, detector, limits, onPosition }: Listener, origin: number): Promise<Cut> {
  const voice = trackVoice(origin)
  detector.restart()
  for (let position = origin; ; ) {
    const block = await wav.read(position, blockSamples)
    onPosition(Math.floor(position / samplesPerMs))
    if (block.length === 0) {
      // Shorter than it says, or at its end: either way there is no more.
      hearOut(voice, detector, position)
      const { regions, speakingSince } = voice
      const end = Math.max(position, wav.sampleCount)
      return planCut({ origin, position: end, regions, speakingSince, isEnd: true }, limits) ?? endCut(end)
    }
    for (let offset = 0; offset < block.length; offset += windowSamples) {
      const window = block.slice(offset, offset + windowSamples)
      position += window.length
      voice.hear(position, detector.isSpeaking(window))
      const isEnd = position >= wav.sampleCount
      if (isEnd) hearOut(voice, detector, position)
      const { regions, speakingSince } = voice
      const cut = planCut({ origin, position, regions, speakingSince, isEnd }, limits)
      if (cut !== null) return await settle(wav, origin, cut)
    }
  }
}

/** Lets the detector hear silence after the end: the last voice then ends where it did, and not where the recording does. */
function hearOut(voice: VoiceTracker, detector: VoiceDetector, end: number): void {
  for (let after = windowSamples; after <= silenceToBeSure && voice.speakingSince !== null; ) {
    voice.hear(end + after, detector.isSpeaking(new Float32Array(windowSamples)))
    after += windowSamples
  }
}

function endCut(next: number): Cut {
  return { audio: null, regions: [], next }
}

async function settle(wav: Listener['wav'], origin: number, cut: Cut): Promise<Cut> {
  if (cut.searchFrom === undefined) return cut
  const samples = await wav.read(cut.searchFrom, cut.next - cut.searchFrom)
  return cutEarlier(cut, origin, cut.searchFrom + quietestPoint(samples))
}

function toMs({ start, end }: Span): readonly [number, number] {
  return [Math.floor(start / samplesPerMs), Math.ceil(end / samplesPerMs)]
}
