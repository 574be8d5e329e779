/** Where a speech server is and how it wants to be asked, from the settings of an operator. */

import { primarySubtag } from '../speech-engine.ts'

export type HttpEngineOptions = {
  /** Holds the model of the voice detector: what is not voice is not sent. */
  readonly modelsDir: string
  /** "https://speech.example", with or without a path; also with the "/v1" that some clients want. */
  readonly baseUrl: string
  /** "/v1/audio/transcriptions" unless told; may have a query. */
  readonly path?: string | undefined
  readonly model: string
  readonly apiKey?: string | undefined
  /** The largest request that the server takes: 25 MB unless told. */
  readonly maxRequestBytes?: number | undefined
  /** Of the model, when it does not understand all. */
  readonly languages?: readonly string[] | undefined
  /** From the beginning of a request to the end of its answer. More than five minutes have no effect: `fetch` gives up then. */
  readonly requestTimeoutMs?: number | undefined
  /** How often a request is repeated, within one attempt of the job. */
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

/** For the other fields of the form, their borders and headers. */
const headroomBytes = 8192
/** Three seconds of sound: with less there are no whole words. */
const minAudioBytes = 96_000

/** @throws TypeError for settings that cannot be meant; never with the key in it. */
export function toEndpoint(options: HttpEngineOptions): Endpoint {
  const { model, apiKey, maxRequestBytes = 25_000_000, requestTimeoutMs = 300_000, maxRetries = 5 } = options
  const maxAudioBytes = maxRequestBytes - headroomBytes
  if (model.trim() === '') throw new TypeError('the speech server needs the name of a model')
  // Otherwise `fetch` would refuse the header, with the key in its message.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('the key of the speech server may hold only visible ASCII characters')
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
    throw new TypeError('the address of the speech server must hold no password: give it as the key')
  const folder = base.pathname.replace(/\/+$/, '')
  const rest = path.replace(/^\/*/, '/')
  // "/v1/v1" is never meant.
  const isDoubled = folder.endsWith('/v1') && rest.startsWith('/v1/')
  return new URL(`${base.origin}${isDoubled ? folder.slice(0, -3) : folder}${rest}`)
}

export function toLanguages(tags: readonly string[] | undefined): readonly string[] | 'any' {
  return tags === undefined ? 'any' : [...new Set(tags.map(primarySubtag))]
}
