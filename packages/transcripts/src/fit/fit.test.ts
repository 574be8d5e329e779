import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { read } from '../../test/read.ts'
import { alignWords } from './align-words.ts'
import { fitTranscript } from './fit-transcript.ts'
import { languageDiffers } from './language.ts'

const english = { durationMs: 600_000, language: 'en-US' }

async function fitFile(content: string, recording = english, fileName = 'a.vtt') {
  const fitted = fitTranscript(await read(content, fileName), recording)
  if (!fitted.ok) throw new Error(fitted.problem)
  return fitted
}

describe('fitTranscript', () => {
  it('aligns words inside their cue by length', async () => {
    const { segments } = await fitFile('WEBVTT\n\n00:10.000 --> 00:12.000\na bbb a bbb')
    expect(segments[0]?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [10_000, 10_333],
      [10_333, 11_000],
      [11_000, 11_333],
      [11_333, 12_000],
    ])
    expect(segments[0]?.words.every(({ isApproximate }) => isApproximate)).toBe(true)
  })

  it('refuses a transcript of which most lies beyond the recording', async () => {
    const transcript = await read(
      'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n20:00.000 --> 20:01.000\nb\n\n30:00.000 --> 30:01.000\nc',
      'a.vtt',
    )
    expect(fitTranscript(transcript, english)).toEqual({ ok: false, problem: 'beyond_recording' })
  })

  it('refuses more text than can be said in the recording', async () => {
    const transcript = await read(`A: ${'word '.repeat(2000)}\nB: x\nA: y`, 'a.txt')
    expect(fitTranscript(transcript, { durationMs: 60_000, language: 'en' })).toEqual({
      ok: false,
      problem: 'too_much_text',
    })
  })

  it('says what was changed and what is missing', async () => {
    const long = await fitFile('WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n09:59.000 --> 10:30.000\nb')
    expect(long.notices).toEqual(['transcript_cut'])
    expect(long.segments.at(-1)?.endMs).toBe(600_000)
    const early = await fitFile('WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:xx --> 1\nb')
    expect(early.notices).toEqual(['transcript_incomplete', 'transcript_ends_early'])
    const tape = await fitFile(
      'WEBVTT\n\n10:00:01.000 --> 10:00:02.000\na\n\n10:09:59.000 --> 10:10:00.000\nb',
    )
    expect(tape.notices).toEqual(['transcript_shifted'])
    expect(tape.segments[0]?.startMs).toBe(1000)
  })

  it('spreads turns without times, and says within which range they are spoken', async () => {
    const { segments, notices } = await fitFile(
      '[00:00:10] A: aaa\nB: bbb\n[00:00:20] A: cc',
      english,
      'a.txt',
    )
    expect(segments.map(({ startMs, endMs, withinMs }) => [startMs, endMs, withinMs])).toEqual([
      [10_000, 15_000, [10_000, 20_000]],
      [15_000, 20_000, [10_000, 20_000]],
      [20_000, 22_000, [20_000, 600_000]],
    ])
    expect(notices).toEqual(['transcript_ends_early'])
    const untimed = await fitFile('A: aaa\nB: bbb\nA: cc', english, 'a.txt')
    expect(untimed.notices).toEqual(['transcript_without_times'])
    expect(untimed.segments.every(({ withinMs }) => withinMs?.join() === '0,600000')).toBe(true)
  })

  it('splits a long turn with word times at sentences, and keeps the words', async () => {
    const words = Array.from({ length: 300 }, (_, i) => ({
      word: i % 20 === 19 ? 'end.' : 'word',
      start: i,
      end: i + 0.5,
    }))
    const { segments } = await fitFile(
      JSON.stringify({ results: { channels: [{ alternatives: [{ words }] }] } }),
      english,
      'a.json',
    )
    expect(segments.length).toBe(5)
    expect(segments.flatMap((segment) => segment.words).length).toBe(300)
    expect(segments.slice(0, -1).every(({ text }) => text.endsWith('end.'))).toBe(true)
  })
})

describe('alignWords', () => {
  it('uses the times of words, and fills gaps between them', () => {
    const words = alignWords('So, in 2026 we', { startMs: 0, endMs: 2000 }, [
      { text: ' So,', startMs: 0, endMs: 200 },
      { text: ' in', startMs: 300, endMs: 400 },
      { text: '2026', startMs: null, endMs: null },
      { text: 'we', startMs: 1200, endMs: 1400 },
    ])
    expect(words).toEqual([
      { text: 'So,', startMs: 0, endMs: 200, isApproximate: false },
      { text: 'in', startMs: 300, endMs: 400, isApproximate: false },
      { text: '2026', startMs: 400, endMs: 1200, isApproximate: true },
      { text: 'we', startMs: 1200, endMs: 1400, isApproximate: false },
    ])
  })

  it('joins pieces of words, such as the characters of Chinese', () => {
    const pieces = ['好', '的', '谢', '谢'].map((text, i) => ({
      text,
      startMs: i * 100,
      endMs: i * 100 + 100,
    }))
    expect(alignWords('好的 谢谢', { startMs: 0, endMs: 1000 }, pieces)).toEqual([
      { text: '好的', startMs: 0, endMs: 200, isApproximate: false },
      { text: '谢谢', startMs: 200, endMs: 400, isApproximate: false },
    ])
  })

  it('keeps every word in order and inside its cue, whatever the times', () => {
    const ms = fc.option(fc.integer({ min: -1000, max: 5000 }))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), ms, ms), { minLength: 1 }),
        (pieces) => {
          const text = pieces.map(([word]) => word).join(' ')
          const words = alignWords(
            text,
            { startMs: 500, endMs: 3000 },
            pieces.map(([word, startMs, endMs]) => ({ text: word, startMs, endMs })),
          )
          expect(words.map((word) => word.text).join(' ')).toBe(text)
          expect(
            words.every(({ startMs, endMs }) => startMs >= 500 && endMs >= startMs && endMs <= 3000),
          ).toBe(true)
          expect(words.every(({ startMs }, i) => startMs >= (words[i - 1]?.startMs ?? 0))).toBe(true)
        },
      ),
    )
  })
})

describe('languageDiffers', () => {
  const german = ['Ja, das ist so, und ich war auch da, aber die Zeit war nicht gut. '.repeat(5)]
  const greek = ['Καλημέρα σας, πώς είστε σήμερα;']

  it.each([
    [german, null, 'en-US', true],
    [german, null, 'de-DE', false],
    [german, 'de', 'en-US', true],
    [german, 'en', 'en-GB', false],
    [greek, null, 'en-US', true],
    [greek, null, 'el-GR', false],
    [['Yes.'], null, 'de-DE', false],
    [['日本語です。日本語です。日本語です。日本語です。'], null, 'ja-JP', false],
    [german, null, 'not a language', false],
  ])('compares %s, stated as %s, with %s', (texts, stated, expected, differs) => {
    expect(languageDiffers(texts, stated, expected)).toBe(differs)
  })
})
