import { describe, expect, it } from 'vitest'
import type { HttpEngineOptions } from './endpoint.ts'
import { toEndpoint, toLanguages } from './endpoint.ts'

const options: HttpEngineOptions = {
  modelsDir: '/models',
  baseUrl: 'https://speech.example',
  model: 'whisper-1',
}
const urlOf = (more: Partial<HttpEngineOptions>) => toEndpoint({ ...options, ...more }).url.href

describe('the URL of a speech server', () => {
  it.each([
    ['https://speech.example', undefined, 'https://speech.example/v1/audio/transcriptions'],
    ['https://speech.example/', undefined, 'https://speech.example/v1/audio/transcriptions'],
    ['https://speech.example/v1/', undefined, 'https://speech.example/v1/audio/transcriptions'],
    ['http://box:8080/openai/v1', undefined, 'http://box:8080/openai/v1/audio/transcriptions'],
    ['http://box:8080', 'inference', 'http://box:8080/inference'],
    ['https://a.example/x', '/y?api-version=2', 'https://a.example/x/y?api-version=2'],
  ])('is built from %s and %s', (baseUrl, path, url) => {
    expect(urlOf({ baseUrl, path })).toBe(url)
  })

  it.each(['speech.example', 'file:///etc', 'https://user:pass@speech.example', ''])(
    'cannot be %s',
    (baseUrl) => {
      expect(() => urlOf({ baseUrl })).toThrow(TypeError)
    },
  )
})

it('leaves room for the other form fields', () => {
  const { maxAudioBytes } = toEndpoint(options)
  expect(maxAudioBytes).toBeLessThan(25_000_000)
  expect(maxAudioBytes).toBeGreaterThan(24_900_000)
})

it.each([
  { model: ' ' },
  { maxRequestBytes: 1000 },
  { maxRequestBytes: Number.NaN },
  { requestTimeoutMs: 0 },
  { maxRetries: -1 },
])('rejects invalid settings: %j', (more) => {
  expect(() => toEndpoint({ ...options, ...more })).toThrow(TypeError)
})

it('rejects a key that is invalid in a header, without quoting it', () => {
  const apiKey = 'secret\nkey'
  expect(() => toEndpoint({ ...options, apiKey })).toThrow(/^(?!.*secret)/)
})

it('matches the languages of the model by primary subtag', () => {
  expect(toLanguages(undefined)).toBe('any')
  expect(toLanguages(['en-US', 'en-GB', 'DE'])).toEqual(['en', 'de'])
})
