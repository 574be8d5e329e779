/** Recognizes a short piece of speech with Moonshine, which reports neither times nor confidence. */

import { join } from 'node:path'
import sherpa from 'sherpa-onnx-node'
import { sampleRate, seconds } from './audio.ts'
import type { Recognized } from './doubt.ts'
import { betterReading, hasWords, isDoubtful } from './doubt.ts'
import { modelFiles } from './model-files.ts'

/**
 * Silence around a piece with a doubtful result: short pieces end too abruptly for the model. With more of it on a
 * noisy background the model finds nothing; mirrored audio makes it hallucinate.
 */
const retryPadding = seconds(0.25)

export type Recognizer = {
  recognize(samples: Float32Array): Promise<{ text: string; isSuspicious: boolean }>
}

export function loadRecognizer(modelsDir: string): Recognizer {
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      moonshine: {
        encoder: join(modelsDir, modelFiles.encoder),
        mergedDecoder: join(modelsDir, modelFiles.decoder),
      },
      tokens: join(modelsDir, modelFiles.tokens),
      // A second thread saves a sixth of the time for half as much CPU time again; jobs run in parallel instead.
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  })

  async function decode(samples: Float32Array): Promise<Recognized> {
    const stream = recognizer.createStream()
    stream.acceptWaveform({ sampleRate, samples })
    const { text, tokens } = await recognizer.decodeAsync(stream)
    const line = text.replace(/\s+/g, ' ').trim()
    return {
      text: hasWords(line) ? line : '',
      tokenCount: tokens.length,
      seconds: samples.length / sampleRate,
    }
  }

  return {
    async recognize(samples) {
      const first = await decode(samples)
      if (!isDoubtful(first)) return { text: first.text, isSuspicious: false }
      // Judged by the original length, because the added silence has no words.
      return betterReading(first, { ...(await decode(padded(samples))), seconds: first.seconds })
    },
  }
}

function padded(samples: Float32Array): Float32Array {
  const longer = new Float32Array(samples.length + 2 * retryPadding)
  longer.set(samples, retryPadding)
  return longer
}
