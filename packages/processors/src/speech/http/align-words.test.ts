import { describe, expect, it } from 'vitest'
import { alignWords } from './align-words.ts'
import type { TimedText } from './answer.ts'

/** One word per second. */
function timed(text: string): TimedText[] {
  return text
    .split(' ')
    .map((word, index) => ({ text: word, startMs: index * 1000, endMs: index * 1000 + 900 }))
}

function startsOf(text: string, words: TimedText[]): (number | null)[] {
  return alignWords(text.split(' '), words).map((found) => (found === null ? null : found.startMs / 1000))
}

describe('aligning text with timed words', () => {
  it('ignores punctuation and case', () => {
    expect(startsOf('"Ask not," he said.', timed('ask not He said'))).toEqual([0, 1, 2, 3])
  })

  it('joins parts of words', () => {
    const words = timed('twenty five o clock')
    expect(alignWords(['twenty-five', "o'clock"], words)).toEqual([
      { startMs: 0, endMs: 1900 },
      { startMs: 2000, endMs: 3900 },
    ])
  })

  it('handles scripts without spaces', () => {
    expect(alignWords(['客観的実在の判断。'], timed('客観 的 実在 の 判断'))).toEqual([
      { startMs: 0, endMs: 4900 },
    ])
  })

  it('recovers after words that only one side has', () => {
    expect(startsOf('it cost 25 dollars then', timed('it cost twenty five dollars then'))).toEqual([
      0,
      1,
      null,
      4,
      5,
    ])
    expect(startsOf('yes — indeed', timed('yes indeed'))).toEqual([0, null, 1])
    const many = timed('a b c d e f g h one two three four')
    expect(startsOf('one two three four', many).at(-1)).toBe(11)
  })

  it('returns null without a match', () => {
    expect(startsOf('one two', [])).toEqual([null, null])
    expect(startsOf('one two', timed('… three'))).toEqual([null, null])
  })
})
