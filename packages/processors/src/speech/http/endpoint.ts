/** Validates the settings of a speech server. */

import { primarySubtag } from '../speech-engine.ts'

export type HttpEngineOptions = {
  /** Contains the model of the voice detector: only voice is sent. */
  readonly modelsDir: string
  /** "https://speech.example", with or without a path; also with the "/v1" that some clients want. */
  readonly baseUrl: string
  /** "/v1/audio/transcriptions" by default; may have a query. */
  readonly path?: string | undefined
  readonly model: string
  readonly apiKey?: string | undefined
  /** The largest request that the server accepts; 25 MB by default. */
  readonly maxRequestBytes?: number | undefined
  /** The languages of the model, if not all. */
  readonly languages?: readonly string[] | undefined
  /** From the start of a request to the end of its response. Limited to five minutes by `fetch`. */
  readonly requestTimeoutMs?: number | undefined
  /** The number of retries per request, within one attempt of the job. */
  readonly maxRetries?: number | undefined
}

export type Endpoint = {
  readonly url: URL
  readonly model: string
  readonly apiKey: string | undefined
  /** Of one WAV file. */
  readonly maxAudioBytes: number
  readonly requestTimeoutMs: number
  readonly maxRetries: number
}

/** For the other form fields with their boundaries and headers. */
const headroomBytes = 8192
/** Three seconds of audio; less would not contain whole words. */
const minAudioBytes = 96_000

/** @throws TypeError for invalid settings; the message never contains the key. */
export function toEndpoint(options: HttpEngineOptions): Endpoint {
  const { model, apiKey, maxRequestBytes = 25_000_000, requestTimeoutMs = 300_000, maxRetries = 5 } = options
  const maxAudioBytes = maxRequestBytes - headroomBytes
  if (model.trim() === '') throw new TypeError('the speech server requires the name of a model')
  // Otherwise `fetch` would reject the header with the key in its message.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('the key of the speech server must contain only visible ASCII characters')
  if (!(maxAudioBytes >= minAudioBytes))
    throw new TypeError(
      `requests to the speech server must be allowed ${minAudioBytes + headroomBytes} bytes`,
    )
  if (!(requestTimeoutMs > 0)) throw new TypeError('requestTimeoutMs must be more than 0')
  if (!(maxRetries >= 0)) throw new TypeError('maxRetries must not be negative')
  return { url: joinUrl(options), model, apiKey, maxAudioBytes, requestTimeoutMs, maxRetries }
}

function joinUrl({ baseUrl, path = '/v1/audio/transcriptions' }: HttpEngineOptions): URL {
  const base = URL.parse(baseUrl)
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new TypeError('the address of the speech server must begin with http:// or https://')
  if (base.username !== '' || base.password !== '')
    throw new TypeError('the address of the speech server must not contain a password: set it as the API key')
  const folder = base.pathname.replace(/\/+$/, '')
  const rest = path.replace(/^\/*/, '/')
  // "/v1/v1" is never meant.
  const isDoubled = folder.endsWith('/v1') && rest.startsWith('/v1/')
  return new URL(`${base.origin}${isDoubled ? folder.slice(0, -3) : folder}${rest}`)
}

export function toLanguages(tags: readonly string[] | undefined): readonly string[] | 'any' {
  return tags === undefined ? 'any' : [...new Set(tags.map(primarySubtag))]
}
