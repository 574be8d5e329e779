import { describe, expect, it } from 'vitest'
import { betterReading, hasWords, isDoubtful, isRepetitive } from './doubt.ts'

describe('detecting hallucinations', () => {
  it.each([
    'thank you thank you thank you thank you',
    'So the the the the the the end',
    'it was a good day. It was a good day. It was a good day.',
  ])('detects a loop: %s', (text) => {
    expect(isRepetitive(text)).toBe(true)
  })

  it.each([
    'ask not what your country can do for you, ask what you can do for your country',
    'No, no, no, no, no!',
    'very very good, very very good',
    '',
  ])('accepts natural repetition: %s', (text) => {
    expect(isRepetitive(text)).toBe(false)
  })

  it('detects more words than can be spoken', () => {
    expect(isDoubtful({ text: 'a b c', tokenCount: 30, seconds: 2 })).toBe(true)
    expect(isDoubtful({ text: 'a b c', tokenCount: 17, seconds: 2 })).toBe(false)
  })
})

it('does not count dots and notes as words', () => {
  expect(['...', '♪ ♪', ' - ', ''].filter(hasWords)).toEqual([])
  expect(['Yes.', '7', 'なに'].every(hasWords)).toBe(true)
})

describe('a second reading', () => {
  const loop = { text: 'so so so so so so so', tokenCount: 40, seconds: 2 }

  it('wins if it is shorter, and is flagged only if it is doubtful itself', () => {
    const second = { text: 'So.', tokenCount: 2, seconds: 2 }
    expect(betterReading(loop, second)).toEqual({ text: 'So.', isSuspicious: false })
    const stillLong = { ...second, tokenCount: 30 }
    expect(betterReading(loop, stillLong)).toEqual({ text: 'So.', isSuspicious: true })
  })

  it('does not remove all words silently', () => {
    const nothing = { text: '', tokenCount: 0, seconds: 2 }
    expect(betterReading(loop, nothing)).toEqual({ text: loop.text, isSuspicious: true })
  })
})
