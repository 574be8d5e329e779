import { describe, expect, it } from 'vitest'
import { realignWords, type TimedLine } from './realign-words.policy.ts'

const line = (text: string): TimedLine => {
  const words = text === '' ? [] : text.split(' ')
  return {
    start_ms: 1000,
    end_ms: 1000 + words.length * 300,
    words,
    starts: words.map((_, i) => 1000 + i * 300),
    ends: words.map((_, i) => 1250 + i * 300),
    are_times_approximate: false,
  }
}

const align = (before: string, after: string) =>
  realignWords(line(before), after === '' ? [] : after.split(' '))

describe('realignWords', () => {
  it('keeps the times of words that stay, also with other punctuation and case', () => {
    expect(align('so the export took a day', 'So, the export took a day!')).toEqual({
      words: ['So,', 'the', 'export', 'took', 'a', 'day!'],
      starts: [1000, 1300, 1600, 1900, 2200, 2500],
      ends: [1250, 1550, 1850, 2150, 2450, 2750],
      are_times_approximate: false,
    })
  })

  it('gives a corrected word the time of the word it replaces', () => {
    const { starts, ends, are_times_approximate } = align('the expert took', 'the export took')
    expect({ starts, ends, are_times_approximate }).toEqual({
      starts: [1000, 1300, 1600],
      ends: [1250, 1550, 1850],
      are_times_approximate: false,
    })
  })

  it('shares the time of replaced words by length', () => {
    const { starts, ends, are_times_approximate } = align('we go too gether home', 'we go together home')
    expect(starts).toEqual([1000, 1300, 1600, 2200])
    expect(ends).toEqual([1250, 1550, 2150, 2450])
    expect(are_times_approximate).toBe(true)
  })

  it('puts inserted words into the pause before the next word', () => {
    const { starts, ends } = align('it works', 'it never works')
    expect(starts).toEqual([1000, 1250, 1300])
    expect(ends).toEqual([1250, 1300, 1550])
  })

  it('drops the times of removed words', () => {
    expect(align('well it works', 'it works').starts).toEqual([1300, 1600])
    expect(align('it works', '')).toEqual({ words: [], starts: [], ends: [], are_times_approximate: false })
  })

  it('spreads the words of a line without times', () => {
    const { starts, ends, are_times_approximate } = realignWords(
      { ...line(''), end_ms: 2000 },
      'one two'.split(' '),
    )
    expect([starts, ends, are_times_approximate]).toEqual([[1000, 1500], [1500, 2000], true])
  })

  it('stays ordered where words overlap', () => {
    const before: TimedLine = { ...line('a b c'), starts: [1000, 1100, 1200], ends: [1500, 1600, 1300] }
    for (const after of ['a x b c', 'a b x y c', 'x y c', 'a x y z c', 'a b c d']) {
      const { starts } = realignWords(before, after.split(' '))
      expect(starts, after).toEqual(starts.toSorted((a, b) => a - b))
    }
  })

  it('limits the work for a line of 20,000 characters', () => {
    const words = Array.from({ length: 10_000 }, (_, i) => 'ab'[i % 2] ?? '')
    const before = line(words.join(' '))
    const { starts, are_times_approximate } = realignWords(before, ['c', ...words.toReversed(), 'd'])
    expect(starts).toHaveLength(10_002)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(are_times_approximate).toBe(true)
  })
})

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('random edits', () => {
  const vocabulary = 'so we tried to export it and it did not work out at all'.split(' ')

  it('keep the times of unedited words, in order and inside the line', () => {
    const random = randomNumbers(7)
    const word = () => vocabulary[random(vocabulary.length)] ?? ''
    for (let run = 0; run < 2000; run += 1) {
      const before = line(Array.from({ length: random(30) }, word).join(' '))
      const from = random(before.words.length + 1)
      const removed = random(Math.min(4, before.words.length - from + 1))
      const added = Array.from({ length: random(4) }, () => `new${random(9)}`)
      const words = [...before.words.slice(0, from), ...added, ...before.words.slice(from + removed)]
      const { starts, ends } = realignWords(before, words)
      expect(starts).toHaveLength(words.length)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      expect(ends).toEqual(ends.toSorted((a, b) => a - b))
      expect(starts.every((start, i) => start >= before.start_ms && start <= (ends[i] ?? 0))).toBe(true)
      expect(ends.every((end) => end <= before.end_ms)).toBe(true)
      // Words that are equal may be swapped, but each unedited one keeps a time of a word with its text.
      const times = (texts: readonly string[], at: readonly number[]) =>
        texts.map((text, i) => `${text} ${at[i]}`)
      const known = new Set(times(before.words, before.starts))
      const kept = times(words, starts).filter((_, i) => !words[i]?.startsWith('new'))
      expect(kept.filter((one) => !known.has(one))).toEqual([])
    }
  })
})
