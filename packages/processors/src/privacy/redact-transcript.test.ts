import { describe, expect, it } from 'vitest'
import type { Segment } from '../speech/transcript.ts'
import { aliasSpeakers } from './alias-speakers.ts'
import { defaultCategories } from './categories.ts'
import { localAnalyzer } from './local-analyzer.ts'
import { redactTranscript } from './redact-transcript.ts'

const segment = (startMs: number, text: string, speaker?: string): Segment => ({
  startMs,
  endMs: startMs + text.split(' ').length * 300,
  text,
  ...(speaker !== undefined && { speaker }),
  isSuspicious: false,
  words: text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + i * 300,
    endMs: startMs + (i + 1) * 300,
    isApproximate: true,
  })),
})
const options = { analyzers: [localAnalyzer], categories: defaultCategories, language: 'en-US' }

describe('redactTranscript', () => {
  it('redacts personal data and returns when it is spoken', async () => {
    const { segments, secrets } = await redactTranscript(
      [segment(0, 'Hello everybody.'), segment(2000, 'My name is Jennifer Thompson and I like tea.')],
      options,
    )
    expect(segments.map(({ text }) => text)).toEqual([
      'Hello everybody.',
      'My name is [name] and I like tea.',
    ])
    expect(segments[1]?.words.map(({ text }) => text)).toContain('[name]')
    expect(secrets).toEqual([{ startMs: 2900, endMs: 3500, text: 'Jennifer Thompson', isApproximate: true }])
  })

  it('silences all of the range in which a word with an estimated time is spoken', async () => {
    const spoken = segment(2000, 'My name is Jennifer Thompson and I like tea.')
    const { secrets } = await redactTranscript([{ ...spoken, withinMs: [1500, 9000] }], options)
    expect(secrets).toEqual([{ startMs: 1500, endMs: 9000, text: 'Jennifer Thompson', isApproximate: true }])
  })

  it('redacts a number that spans two segments', async () => {
    const { segments, secrets } = await redactTranscript(
      [segment(0, 'My phone number is 415 555'), segment(3000, '2671 and I am home.')],
      options,
    )
    const text = segments.map((each) => each.text).join(' ')
    expect(text).not.toMatch(/\d/)
    expect(secrets).toHaveLength(2)
  })

  it('silences a whole segment without word times', async () => {
    const { words: _, ...bare } = segment(1000, 'Ask for Jennifer Thompson please.')
    const { segments, secrets } = await redactTranscript([{ ...bare, words: [] }], options)
    expect(segments[0]?.text).not.toContain('Jennifer')
    expect(secrets).toMatchObject([{ startMs: 1000, endMs: bare.endMs }])
  })
})

describe('aliases', () => {
  const lines = [
    segment(0, 'a', 'Zoë Klein'),
    segment(1, 'b', 'Ada'),
    segment(2, 'c', 'zoë klein'),
    segment(3, 'd'),
  ]
  const names = (mode: 'only_participants' | 'participants_and_researchers') =>
    aliasSpeakers(lines, { mode, researchers: ['ADA'] }).segments.map(({ speaker }) => speaker)

  it('are the same for a speaker in every segment', () => {
    expect(names('participants_and_researchers')).toEqual([
      'Participant 1',
      'Researcher 1',
      'Participant 1',
      undefined,
    ])
  })

  it('leave researchers alone when only participants are aliased', () => {
    expect(names('only_participants')).toEqual(['Participant 1', 'Ada', 'Participant 1', undefined])
  })
})
