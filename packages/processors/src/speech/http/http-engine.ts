/** An engine backed by a speech server with the `/v1/audio/transcriptions` API. */

import { resolve } from 'node:path'
import { checkModels, runEngineProcess } from '../engine-process.ts'
import { modelFiles } from '../model-files.ts'
import type { SpeechEngine, TranscribeRequest, TranscriptionEnd } from '../speech-engine.ts'
import { SpeechError } from '../speech-engine.ts'
import { openWav, WavError } from '../wav.ts'
import type { HttpEngineOptions } from './endpoint.ts'
import { toEndpoint, toLanguages } from './endpoint.ts'
import { pieceOf } from './piece.ts'
import type { SpeechServer } from './recognize-piece.ts'
import { recognizePiece } from './recognize-piece.ts'

/** @throws TypeError for invalid settings. */
export function httpEngine(options: HttpEngineOptions): SpeechEngine {
  const modelsDir = resolve(options.modelsDir)
  const endpoint = toEndpoint(options)
  const server = { endpoint, learned: { wish: 0, maxAudioBytes: endpoint.maxAudioBytes } }
  return {
    id: 'http',
    model: options.model,
    languages: toLanguages(options.languages),
    check: () => checkModels(modelsDir, [modelFiles.voiceActivity]),
    transcribe: (request) => transcribe(server, modelsDir, request),
  }
}

/**
 * Voice is detected locally: silence and noise are not sent, because models hallucinate in them. Cuts depend only on
 * the audio, not on responses, so a resumed run produces the same chunks.
 */
async function transcribe(
  server: SpeechServer,
  modelsDir: string,
  request: TranscribeRequest,
): Promise<TranscriptionEnd> {
  const { wavPath, language, resumeAtMs = 0, signal, onProgress } = request
  signal?.throwIfAborted()
  await checkModels(modelsDir, [modelFiles.voiceActivity])
  const wav = await openWav(wavPath).catch((cause: unknown) => {
    throw cause instanceof WavError ? new SpeechError('bad_audio', cause.message, { cause }) : cause
  })
  try {
    const { durationMs } = wav
    const recording = { wav, language, signal }
    let index = request.resumeIndex ?? 0
    onProgress?.({ positionMs: resumeAtMs, durationMs })
    const task = { modelsDir, wavPath: resolve(wavPath), resumeAtMs, hears: 'voice' } as const
    await runEngineProcess(task, {
      signal,
      onChunk: async (chunk) => {
        const { startMs, endMs } = chunk
        const piece = pieceOf(chunk)
        const segments = piece === null ? [] : await recognizePiece(server, recording, piece)
        signal?.throwIfAborted()
        await request.onChunk({ index, startMs, endMs, segments })
        index += 1
        onProgress?.({ positionMs: endMs, durationMs })
      },
    })
    return { durationMs }
  } finally {
    await wav.close()
  }
}
