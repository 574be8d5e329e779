/** The worker's door to conversion and speech: nothing the api loads may reach this file. */
import {
  chatModelAnalyzer,
  type HttpEngineOptions,
  httpEngine,
  localAnalyzer,
  localEngine,
  type PrivacySettings,
  planPrivacy,
  presidioAnalyzer,
  processMedia,
  type SpeechEngine,
  supportsLanguage,
} from '@inlet/processors'
import type { Processing, ProcessingInput } from '../extraction/extraction.public.handler.ts'
import type { ConversionRequest } from './convert-recording.ts'
import type { Protection } from './protect-recording.handler.ts'
import type { Speech } from './speech.ts'

export { type Protection, protectRecording } from './protect-recording.handler.ts'
export { transcribeRecording } from './transcribe-recording.handler.ts'

export interface SpeechSettings {
  /** In the order they are asked. */
  engines: readonly string[]
  modelsDir: string
  server?: Omit<HttpEngineOptions, 'modelsDir'>
}

/** Throws when an engine lacks what it needs: better now than with the first recording. */
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

export function convertMedia(
  { sandbox }: Processing,
  input: Omit<ProcessingInput, 'inputPath'>,
): ConversionRequest['convert'] {
  return (inputPath, onProgress) => processMedia({ sandbox, ...input, inputPath, onProgress })
}

export interface ProtectionOptions {
  modelsDir: string
  presidio?: { baseUrl: string }
  chatModel?: { baseUrl: string; model: string; apiKey?: string }
}

/** The local analyzer is always among them: what others find is added to it. */
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

/** Whether anybody will read a transcript: none is made of sound that is removed. */
export function isTranscriptWanted(settings: PrivacySettings | null): boolean {
  return settings === null || planPrivacy(settings).sound.kind === 'keep'
}
