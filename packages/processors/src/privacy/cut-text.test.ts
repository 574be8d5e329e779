import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

describe('cutText', () => {
  it('leaves a short text whole', () => {
    expect(cutText('Anna.', { maxChars: 10, overlapChars: 4 })).toEqual([{ start: 0, text: 'Anna.' }])
    expect(cutText('', { maxChars: 10, overlapChars: 4 })).toEqual([{ start: 0, text: '' }])
  })

  it('cuts after a sentence and overlaps by some sentences', () => {
    const text = 'One is here. Two is here. Three is here. Four is here. Five is here. Six is here.'
    const pieces = cutText(text, { maxChars: 45, overlapChars: 30 })
    expect(pieces.map((piece) => piece.text)).toEqual([
      'One is here. Two is here. Three is here. ',
      'Three is here. Four is here. Five is here. ',
      'Four is here. Five is here. Six is here.',
    ])
  })

  it('covers any text in order, within the size limit, without splitting a character', () => {
    const texts = fc.array(fc.constantFrom('a', 'word', '. ', ' ', '\n\n', '\n', '😀', 'é', '!', '1'), {
      maxLength: 400,
    })
    fc.assert(
      fc.property(texts, fc.integer({ min: 20, max: 90 }), (parts, maxChars) => {
        const text = parts.join('')
        const pieces = cutText(text, { maxChars, overlapChars: 16 })
        let covered = 0
        for (const piece of pieces) {
          expect(piece.text.length).toBeLessThanOrEqual(maxChars)
          expect(text.startsWith(piece.text, piece.start)).toBe(true)
          expect(piece.start).toBeLessThanOrEqual(covered)
          expect(piece.text.isWellFormed() || !text.isWellFormed()).toBe(true)
          covered = piece.start + piece.text.length
        }
        expect(covered).toBe(text.length)
      }),
    )
  })
})
