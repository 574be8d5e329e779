import { describe, expect, it } from 'vitest'
import type { Segment } from '../speech/transcript.ts'
import { aliasNamedSpeakers, aliasSpeakers } from './alias-speakers.ts'

const line = (speaker: string | undefined, text = 'Hello.'): Segment => ({
  startMs: 0,
  endMs: 1000,
  text,
  isSuspicious: false,
  words: [],
  ...(speaker !== undefined && { speaker }),
})
const speakersOf = (
  speakers: readonly (string | undefined)[],
  mode: 'only_participants' | 'participants_and_researchers',
  researchers: readonly string[] = [],
) =>
  aliasSpeakers(
    speakers.map((speaker) => line(speaker)),
    { mode, researchers },
  )

describe('aliasSpeakers', () => {
  it('numbers speakers in the order in which they first speak', () => {
    const { segments, aliases } = speakersOf(['Maria', 'Ben', 'Maria', 'Zoë'], 'only_participants')
    expect(segments.map(({ speaker }) => speaker)).toEqual([
      'Participant 1',
      'Participant 2',
      'Participant 1',
      'Participant 3',
    ])
    expect(aliases).toBe(3)
  })

  it('keeps the names of researchers when only participants are aliased', () => {
    const { segments } = speakersOf(['Ada Byron', 'Maria'], 'only_participants', ['ada byron'])
    expect(segments.map(({ speaker }) => speaker)).toEqual(['Ada Byron', 'Participant 1'])
  })

  it('numbers researchers separately when they are aliased as well', () => {
    const { segments } = speakersOf(['Maria', 'Ada Byron', 'Ben', 'Grace'], 'participants_and_researchers', [
      'Ada Byron',
      'Grace',
    ])
    expect(segments.map(({ speaker }) => speaker)).toEqual([
      'Participant 1',
      'Researcher 1',
      'Participant 2',
      'Researcher 2',
    ])
  })

  it('treats spellings of a name that differ in case or form as one speaker', () => {
    const { segments, aliases } = speakersOf(['Maria ', 'MARIA', 'ｍａｒｉａ'], 'only_participants')
    expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(new Set(['Participant 1']))
    expect(aliases).toBe(1)
  })

  it('leaves segments without a speaker and all other fields unchanged', () => {
    const before = line(undefined, 'Maria said so.')
    const { segments, aliases } = aliasSpeakers([before], { mode: 'only_participants', researchers: [] })
    expect(segments).toEqual([before])
    expect(aliases).toBe(0)
  })
})

describe('aliasNamedSpeakers', () => {
  it('replaces names, and keeps roles and numbered labels', () => {
    const speakers = [
      'Moderator',
      'Jane Miller',
      'Participant 1',
      'P3',
      'jane miller',
      '张伟',
      'SPEAKER_01',
      undefined,
    ]
    const { segments, aliases } = aliasNamedSpeakers(speakers.map((speaker) => line(speaker)))
    expect(segments.map(({ speaker }) => speaker)).toEqual([
      'Moderator',
      'Participant 2',
      'Participant 1',
      'P3',
      'Participant 2',
      'Participant 3',
      'SPEAKER_01',
      undefined,
    ])
    expect(aliases).toBe(2)
  })
})
