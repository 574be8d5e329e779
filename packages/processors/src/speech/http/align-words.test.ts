import { describe, expect, it } from 'vitest'
import { alignWords } from './align-words.ts'
import type { TimedText } from './answer.ts'

/** One word a second. */
function timed(text: string): TimedText[] {
  return text
    .split(' ')
    .map((word, index) => ({ text: word, startMs: index * 1000, endMs: index * 1000 + 900 }))
}

function startsOf(text: string, words: TimedText[]): (number | null)[] {
  return alignWords(text.split(' '), words).map((found) => (found === null ? null : found.startMs / 1000))
}

describe('the words of a text among timed words', () => {
  it('are found without their punctuation and capitals', () => {
    expect(startsOf('"Ask not," he said.', timed('ask not He said'))).toEqual([0, 1, 2, 3])
  })

  it('are found where the server tells them in parts', () => {
    const words = timed('twenty five o clock')
    expect(alignWords(['twenty-five', "o'clock"], words)).toEqual([
      { startMs: 0, endMs: 1900 },
      { startMs: 2000, endMs: 3900 },
    ])
  })

  it('are found in writing without spaces', () => {
    expect(alignWords(['客観的実在の判断。'], timed('客観 的 実在 の 判断'))).toEqual([
      { startMs: 0, endMs: 4900 },
    ])
  })

  it('are found again after words that one side does not have', () => {
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

  it('are not found where there are none', () => {
    expect(startsOf('one two', [])).toEqual([null, null])
    expect(startsOf('one two', timed('… three'))).toEqual([null, null])
  })
})
