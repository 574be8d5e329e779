/** The worker's door to speech: nothing the api loads may reach this file. */
import { localEngine, processMedia, type SpeechEngine, supportsLanguage } from '@inlet/processors'
import type { Processing, ProcessingInput } from '../extraction/extraction.public.handler.ts'
import type { ConversionRequest } from './convert-recording.ts'
import type { Speech } from './speech.ts'

export { transcribeRecording } from './transcribe-recording.handler.ts'

export interface SpeechSettings {
  engines: readonly string[]
  modelsDir: string
}

export function openSpeech({ engines, modelsDir }: SpeechSettings): Speech {
  const known: Record<string, () => SpeechEngine> = { local: () => localEngine({ modelsDir }) }
  const open = engines
    .filter((name) => name !== 'none')
    .map((name) => {
      const make = known[name]
      if (!make)
        throw new Error(`INLET_SPEECH_ENGINES names "${name}"; there are ${Object.keys(known).join(', ')}.`)
      return make()
    })
  return { engineFor: (language) => open.find((engine) => supportsLanguage(engine, language)) }
}

export function convertMedia(
  { sandbox }: Processing,
  input: Omit<ProcessingInput, 'inputPath'>,
): ConversionRequest['convert'] {
  return (inputPath, onProgress) => processMedia({ sandbox, ...input, inputPath, onProgress })
}
