import { describe, expect, it } from 'vitest'
import { toShownSpeakers } from './speakers.ts'

const speakers = [
  { id: 'Ada', name: null, line_count: 2 },
  { id: 'Ben', name: 'Benjamin', line_count: 1 },
  { id: '', name: null, line_count: 1 },
]
const namesOf = (engine: string) =>
  toShownSpeakers({
    speakers,
    transcript: {
      engine,
      model: '',
      language: 'en',
      heard_ms: 0,
      segment_count: 4,
      is_whole: true,
      version: 0,
      names_version: 0,
    },
  }).map(({ name }) => name)

describe('toShownSpeakers', () => {
  it('shows the labels of an uploaded transcript unless people have named the speaker', () => {
    expect(namesOf('import')).toEqual(['Ada', 'Benjamin', 'Unnamed speaker'])
  })

  it('numbers the voices that a speech engine distinguishes', () => {
    expect(namesOf('local')).toEqual(['Speaker 1', 'Benjamin', 'Unnamed speaker'])
  })
})
