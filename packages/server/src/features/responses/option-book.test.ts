import { describe, expect, it } from 'vitest'
import { bound, createOptionBook, maxOptionsAColumn, maxOptionsASurvey } from './option-book.ts'

describe('survey options', () => {
  it('are numbered per column in order of appearance and returned once', () => {
    const book = createOptionBook([{ position: 3, number: 1, label: 'Yes', isRest: false }])
    expect([
      book.numberOf(3, 'No'),
      book.numberOf(3, 'Yes'),
      book.numberOf(4, 'Yes'),
      book.numberOf(3, 'No'),
    ]).toEqual([2, 1, 1, 2])
    expect(book.takeNew()).toEqual([
      { position: 3, number: 2, label: 'No', isRest: false },
      { position: 4, number: 1, label: 'Yes', isRest: false },
    ])
    expect(book.takeNew()).toEqual([])
  })

  it('are equal in every Unicode normalization form', () => {
    const book = createOptionBook([])
    expect(book.numberOf(0, 'Cafe\u0301')).toBe(book.numberOf(0, 'Caf\u00e9'))
  })

  it('collect all answers beyond the limit in one option, which survives a reload', () => {
    const book = createOptionBook([])
    for (let i = 0; i < maxOptionsAColumn; i += 1) book.numberOf(0, `option ${i}`)
    const rest = maxOptionsAColumn + 1
    expect([
      book.numberOf(0, 'one more'),
      book.numberOf(0, 'and more'),
      book.numberOf(0, 'option 7'),
    ]).toEqual([rest, rest, 8])
    const all = book.takeNew()
    expect(all.at(-1)).toEqual({ position: 0, number: rest, label: 'Other answers', isRest: true })
    const again = createOptionBook(all)
    expect(again.numberOf(0, 'yet another')).toBe(rest)
    expect(again.takeNew()).toEqual([])
  })

  it('are limited across all columns', () => {
    const book = createOptionBook([])
    for (let i = 0; i < maxOptionsASurvey + 50_000; i += 1) book.numberOf(i % 40, `option ${i}`)
    const all = book.takeNew()
    expect(all.filter(({ isRest }) => !isRest)).toHaveLength(maxOptionsASurvey)
    expect(all.filter(({ isRest }) => isRest)).toHaveLength(40)
  })

  it('have labels of limited length that never end in half a character', () => {
    expect(bound('short', 10)).toBe('short')
    expect(bound('abcdefghijk', 10)).toBe('abcdefghi…')
    expect(bound(`abcdefgh😀jk`, 10)).toBe('abcdefgh…')
    expect(bound(`abcdefgh😀jk`, 10).isWellFormed()).toBe(true)
  })
})
