/** Moonshine: a short piece of speech in, its words out. It tells neither times nor how sure it is. */

import { join } from 'node:path'
import sherpa from 'sherpa-onnx-node'
import { sampleRate, seconds } from './audio.ts'
import type { Recognized } from './doubt.ts'
import { betterReading, hasWords, isDoubtful } from './doubt.ts'
import { modelFiles } from './model-files.ts'

/**
 * Silence on each side of a piece that came out doubtful: short ones end too abruptly for the model. More of it, against a
 * noisy background, and the model hears nothing at all; mirrored sound instead makes it invent words.
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
      // A second thread gains a sixth of the time for half as much work again: jobs run side by side instead.
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
      // Judged by the true length: the added silence holds no words.
      return betterReading(first, { ...(await decode(padded(samples))), seconds: first.seconds })
    },
  }
}

function padded(samples: Float32Array): Float32Array {
  const longer = new Float32Array(samples.length + 2 * retryPadding)
  longer.set(samples, retryPadding)
  return longer
}
