/** The worker's door to conversion and speech: nothing the api loads may reach this file. */
import {
  type HttpEngineOptions,
  httpEngine,
  localEngine,
  processMedia,
  type SpeechEngine,
  supportsLanguage,
} from '@inlet/processors'
import type { Processing, ProcessingInput } from '../extraction/extraction.public.handler.ts'
import type { ConversionRequest } from './convert-recording.ts'
import type { Speech } from './speech.ts'

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
