/** What we use of the speech library, which brings no types of its own. */
declare module 'sherpa-onnx-node' {
  /** Native objects: they are handed back and forth, never looked into. */
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
    /** On a thread of the pool: the event loop goes on. */
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

  // CommonJS that Node cannot read names out of: import the default.
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer; Vad: typeof Vad }
  export default sherpa
  export type { OfflineRecognizer, Vad }
}
