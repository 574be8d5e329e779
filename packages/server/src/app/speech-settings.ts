/** A module of its own, so that reading settings does not load the converters. */
import type { SpeechSettings } from '../features/recording-processing/recording-processing.public.handler.ts'
import { type Config, commaList } from '../platform/config/config.ts'

export function speechSettings(config: Config): SpeechSettings {
  const { INLET_SPEECH_URL: baseUrl, INLET_SPEECH_API_KEY: apiKey } = config
  const languages = commaList(config.INLET_SPEECH_LANGUAGES)
  return {
    engines: commaList(config.INLET_SPEECH_ENGINES),
    modelsDir: config.INLET_MODELS_DIR,
    ...(baseUrl !== undefined && {
      server: {
        baseUrl,
        path: config.INLET_SPEECH_PATH,
        model: config.INLET_SPEECH_MODEL,
        maxRequestBytes: config.INLET_SPEECH_MAX_BYTES,
        ...(apiKey !== undefined && { apiKey }),
        ...(languages.length > 0 && { languages }),
      },
    }),
  }
}
