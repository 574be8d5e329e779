/** The part of the speech library that we use; it has no types of its own. */
declare module 'sherpa-onnx-node' {
  /** Opaque native objects. */
  type OfflineStream = { acceptWaveform(wave: { sampleRate: number; samples: Float32Array }): void }

  class OfflineRecognizer {
    constructor(config: {
      featConfig: { sampleRate: number; featureDim: number }
      modelConfig: {
        moonshine: { encoder: string; mergedDecoder: string }
        tokens: string
        numThreads: number
        provider: 'cpu'
        debug: 0 | 1
      }
    })
    createStream(): OfflineStream
    /** On the thread pool, without blocking the event loop. */
    decodeAsync(stream: OfflineStream): Promise<{ text: string; tokens: string[] }>
  }

  class Vad {
    constructor(
      config: {
        sileroVad: {
          model: string
          threshold: number
          minSpeechDuration: number
          minSilenceDuration: number
          maxSpeechDuration: number
          windowSize: number
        }
        sampleRate: number
        numThreads: number
        provider: 'cpu'
        debug: 0 | 1
      },
      bufferSeconds: number,
    )
    acceptWaveform(samples: Float32Array): void
    isDetected(): boolean
    isEmpty(): boolean
    pop(): void
    reset(): void
  }

  // CommonJS without detectable named exports: import the default.
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer; Vad: typeof Vad }
  export default sherpa
  export type { OfflineRecognizer, Vad }
}
