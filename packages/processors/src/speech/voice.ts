/** Voice activity: whether somebody speaks, window by window. */

import { join } from 'node:path'
import sherpa from 'sherpa-onnx-node'
import { sampleRate } from './audio.ts'
import { modelFiles } from './model-files.ts'
import { minSilenceSeconds, minSpeechSeconds, windowSamples } from './voice-tracker.ts'

/** From here on the detector takes shorter pauses for one; it cuts nothing by itself. */
const eagerAfterSeconds = 8
const bufferSeconds = 60

export type VoiceDetector = {
  /** Forgets all: what it says afterwards depends on nothing it heard before. */
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
      // Finished stretches come with a copy of their sound, which we have ourselves.
      while (!vad.isEmpty()) vad.pop()
      return vad.isDetected()
    },
  }
}
