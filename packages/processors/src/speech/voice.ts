/** Voice activity detection, window by window. */

import { join } from 'node:path'
import sherpa from 'sherpa-onnx-node'
import { sampleRate } from './audio.ts'
import { modelFiles } from './model-files.ts'
import { minSilenceSeconds, minSpeechSeconds, windowSamples } from './voice-tracker.ts'

/** From this length on shorter pauses end a segment; the detector itself does not cut. */
const eagerAfterSeconds = 8
const bufferSeconds = 60

export type VoiceDetector = {
  /** Resets the detector: its further output does not depend on earlier audio. */
  restart(): void
  isSpeaking(window: Float32Array): boolean
}

export function loadVoiceDetector(modelsDir: string): VoiceDetector {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model: join(modelsDir, modelFiles.voiceActivity),
        threshold: 0.3,
        minSpeechDuration: minSpeechSeconds,
        minSilenceDuration: minSilenceSeconds,
        maxSpeechDuration: eagerAfterSeconds,
        windowSize: windowSamples,
      },
      sampleRate,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    bufferSeconds,
  )
  return {
    restart: () => vad.reset(),
    isSpeaking: (window) => {
      vad.acceptWaveform(window)
      // Finished segments contain a copy of their audio, which is not needed.
      while (!vad.isEmpty()) vad.pop()
      return vad.isDetected()
    },
  }
}
