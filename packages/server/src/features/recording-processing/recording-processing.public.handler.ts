/** Recording processing, for handlers of the worker: the API process must not load this file. */
import {
  chatModelAnalyzer,
  type HttpEngineOptions,
  httpEngine,
  localAnalyzer,
  localEngine,
  presidioAnalyzer,
  type SpeechEngine,
  supportsLanguage,
} from '@inlet/processors'
import type { Protection } from './recording-deps.handler.ts'
import type { Speech } from './speech.ts'

export type { Protection, RecordingDeps } from './recording-deps.handler.ts'
export { handleRecordingStep } from './recording-steps.handler.ts'
export { handleTranscribeAgain } from './transcribe-again.handler.ts'

export interface SpeechSettings {
  /** In order of preference. */
  engines: readonly string[]
  modelsDir: string
  server?: Omit<HttpEngineOptions, 'modelsDir'>
}

/** Throws when an engine is not usable, so that the worker fails at start and not at the first recording. */
export async function openSpeech({ engines, modelsDir, server }: SpeechSettings): Promise<Speech> {
  const open: SpeechEngine[] = []
  for (const name of engines) {
    if (name === 'local') open.push(localEngine({ modelsDir }))
    if (name === 'http' && !server) throw new Error('The speech engine http needs INLET_SPEECH_URL.')
    if (name === 'http' && server) open.push(httpEngine({ modelsDir, ...server }))
  }
  for (const engine of open) await engine.check()
  return { engineFor: (language) => open.find((engine) => supportsLanguage(engine, language)) }
}

export interface ProtectionOptions {
  modelsDir: string
  presidio?: { baseUrl: string }
  chatModel?: { baseUrl: string; model: string; apiKey?: string }
}

/** The local analyzer always runs; the others add to its findings. */
export function openProtection({ modelsDir, presidio, chatModel }: ProtectionOptions): Protection {
  return {
    modelsDir,
    analyzers: [
      localAnalyzer,
      ...(presidio ? [presidioAnalyzer(presidio)] : []),
      ...(chatModel ? [chatModelAnalyzer(chatModel)] : []),
    ],
  }
}
