/** The local engine: Moonshine tiny for English, without an account or network access. */

import { resolve } from 'node:path'
import { checkModels, runEngineProcess } from './engine-process.ts'
import { modelFiles } from './model-files.ts'
import { segmentChunk } from './segments.ts'
import type { SpeechEngine, TranscribeRequest, TranscriptionEnd } from './speech-engine.ts'

export function localEngine(options: { readonly modelsDir: string }): SpeechEngine {
  const modelsDir = resolve(options.modelsDir)
  return {
    id: 'local',
    model: 'moonshine-tiny-en',
    languages: ['en'],
    check: () => checkModels(modelsDir, Object.values(modelFiles)),
    transcribe: (request) => transcribe(modelsDir, request),
  }
}

async function transcribe(modelsDir: string, request: TranscribeRequest): Promise<TranscriptionEnd> {
  request.signal?.throwIfAborted()
  await checkModels(modelsDir, Object.values(modelFiles))
  const { wavPath, resumeAtMs = 0, signal, onProgress } = request
  let index = request.resumeIndex ?? 0
  const task = { modelsDir, wavPath: resolve(wavPath), resumeAtMs, hears: 'words' } as const
  const { durationMs, peakMemoryBytes, cpuMs } = await runEngineProcess(task, {
    signal,
    onProgress,
    onChunk: async (chunk) => {
      const { startMs, endMs } = chunk
      await request.onChunk({ index, startMs, endMs, segments: segmentChunk(chunk) })
      index += 1
    },
  })
  return { durationMs, peakMemoryBytes, cpuMs }
}
