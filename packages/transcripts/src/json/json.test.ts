import { describe, expect, it } from 'vitest'
import { linesOf, problemOf, read } from '../../test/read.ts'

const json = (value: unknown) => read(JSON.stringify(value), 'transcript.json')

describe('JSON transcripts', () => {
  it('reads WhisperX with words that have no time', async () => {
    const transcript = await json({
      language: 'en',
      segments: [
        {
          start: 1,
          end: 2,
          text: ' In 2026',
          speaker: 'SPEAKER_00',
          words: [{ word: 'In', start: 1, end: 1.2 }, { word: '2026' }],
        },
      ],
    })
    expect(linesOf(transcript)).toEqual(['1000-2000 SPEAKER_00: In 2026'])
    expect(transcript.cues[0]?.words?.[1]).toEqual({ text: '2026', startMs: null, endMs: null })
    expect(transcript.language).toBe('en')
  })

  it('reads Deepgram with two channels as two speakers', async () => {
    const channel = (word: string, start: number) => ({
      alternatives: [{ words: [{ word, start, end: start + 1 }] }],
    })
    const transcript = await json({ results: { channels: [channel('hello', 2), channel('hi', 1)] } })
    expect(linesOf(transcript)).toEqual(['1000-2000 Speaker 1: hi', '2000-3000 Speaker 0: hello'])
  })

  it('takes the words of AssemblyAI from the whole transcript if its utterances have none', async () => {
    const word = (text: string, start: number) => ({ text, start, end: start + 100, speaker: 'A' })
    const transcript = await json({
      utterances: [{ speaker: 'A', text: 'Good day.', start: 0, end: 300, words: [] }],
      words: [word('Good', 0), word('day.', 200)],
    })
    expect(transcript.cues[0]?.words?.map(({ startMs }) => startMs)).toEqual([0, 200])
  })

  it('reads the JSON that Inlet exports, with what it knows about each segment', async () => {
    const transcript = await json({
      language: 'de-DE',
      segments: [
        {
          start_ms: 5,
          end_ms: 900,
          text: 'Ja gut',
          speaker: 'A',
          confidence: 0.5,
          is_suspicious: true,
          words: [
            { text: 'Ja', start_ms: 5, end_ms: 300, is_approximate: false },
            { text: 'gut', start_ms: 350, end_ms: 900, is_approximate: true },
          ],
        },
      ],
    })
    expect(transcript.cues).toEqual([
      {
        startMs: 5,
        endMs: 900,
        text: 'Ja gut',
        speaker: 'A',
        confidence: 0.5,
        isSuspicious: true,
        words: [
          { text: 'Ja', startMs: 5, endMs: 300 },
          { text: 'gut', startMs: 350, endMs: 900, isApproximate: true },
        ],
      },
    ])
  })

  it.each([
    ['{"segments": [', 'malformed_json'],
    ['{"name": "x"}', 'not_a_transcript'],
    ['[]', 'not_a_transcript'],
    ['"text"', 'not_a_transcript'],
    ['{"segments": []}', 'no_cues'],
    ['{"segments": [{"start": "NaN", "end": 1, "text": "x"}]}', 'no_cues'],
  ])('refuses %s', async (content, problem) => {
    expect(await problemOf(content, 'a.json')).toBe(problem)
  })

  it('ignores keys that name prototypes', async () => {
    const source =
      '{"__proto__": {"segments": 1}, "segments": [{"start": 0, "end": 1, "text": "a", "constructor": 1}]}'
    expect(linesOf(await read(source, 'a.json'))).toEqual(['0-1000 -: a'])
    expect(({} as Record<string, unknown>)['segments']).toBeUndefined()
  })
})
