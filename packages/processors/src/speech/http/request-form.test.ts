import { expect, it } from 'vitest'
import { buildForm, plainWish } from './request-form.ts'

const wav = new Blob(['sound'])

function fieldsOf(language: string | undefined, wish: number): string[] {
  const form = buildForm({ wav, model: 'whisper-1', language, wish })
  return [...form].map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`)
}

it('requests segment and word times, with the language as servers name it', () => {
  expect(fieldsOf('en-GB', 0)).toEqual([
    'model=whisper-1',
    'language=en',
    'temperature=0',
    'response_format=verbose_json',
    'timestamp_granularities[]=segment',
    'timestamp_granularities[]=word',
    'file=piece.wav',
  ])
})

it('reduces the requested details step by step', () => {
  expect(fieldsOf('en', 1)).not.toContain('timestamp_granularities[]=word')
  expect(fieldsOf('en', 1)).toContain('response_format=verbose_json')
  expect(fieldsOf('en', plainWish)).toContain('response_format=json')
})

it.each([undefined, '', 'und', 'x-klingon', '*'])('sends no language for %s', (language) => {
  expect(fieldsOf(language, 0).join()).not.toContain('language')
})
