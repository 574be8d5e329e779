/** Reads back what `Intl` writes in each locale, with the CLDR data of the running Node. */
import { describe, expect, it } from 'vitest'
import { dateOrderOf } from './date-order.ts'
import { parseNps } from './parse-cell.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import { isInteger, isNumber, readNumber } from './read-number.ts'

const locales =
  `en en-GB de de-AT de-CH fr fr-CA fr-CH es es-MX es-AR it pt pt-PT nl nl-BE pl cs sk sl uk ru ro hu fi et lv lt sv da nb
  is el tr ca bg ar-EG he hi ja zh ko`.split(/\s+/)

const dateStyles: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full' },
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { dateStyle: 'medium', timeStyle: 'medium' },
  { dateStyle: 'long', timeStyle: 'short' },
  { dateStyle: 'medium', timeStyle: 'short', hour12: true },
]

describe('parseTimestamp', () => {
  it.each(locales)('reads the dates of every month as Intl writes them in %s', (locale) => {
    const order = locale === 'en' ? 'month-first' : 'day-first'
    const wrong: string[] = []
    for (const style of dateStyles) {
      const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...style })
      for (let month = 0; month < 12; month++)
        for (const day of [3, 17, 25]) {
          const time = new Date(Date.UTC(2025, month, day, 15, 7))
          const expected = time.toISOString().slice(0, style.timeStyle ? 16 : 10)
          const text = format.format(time)
          const read = parseTimestamp(text, order)
          if (!read?.startsWith(expected)) wrong.push(`${text}: ${read}`)
        }
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['2025/11/13 2:25:00 p. m. CET', '2025-11-13T13:25:00.000Z'],
    ['2025/11/13 2:25:00 午後 GMT+9', '2025-11-13T05:25:00.000Z'],
    ['2025. 11. 13 오후 2:25:00', '2025-11-13T14:25:00.000Z'],
    ['2025/11/13 下午 2:25:00', '2025-11-13T14:25:00.000Z'],
    ['2025/11/13 2:25:00 nachm. MEZ', '2025-11-13T13:25:00.000Z'],
    ['2025/11/13(木) 14:25', '2025-11-13T14:25:00.000Z'],
    ['令和7年11月13日', '2025-11-13T00:00:00.000Z'],
    ['２０２５年１１月１３日', '2025-11-13T00:00:00.000Z'],
    ['13. 11. 2025 14:25', '2025-11-13T14:25:00.000Z'],
    ['13.11.2025 klo 14.25', '2025-11-13T14:25:00.000Z'],
    ['13.11.2025, 14:25 Uhr', '2025-11-13T14:25:00.000Z'],
    ['jeu. 13/11/2025 14h25', '2025-11-13T14:25:00.000Z'],
    ['1er mars 2025', '2025-03-01T00:00:00.000Z'],
    ['mar, 4 mar 2025', '2025-03-04T00:00:00.000Z'],
    ['13-Nov-25', '2025-11-13T00:00:00.000Z'],
    ['13 ноября 2025 г., 14:25 МСК', '2025-11-13T11:25:00.000Z'],
    ['13\u202fnovembre\u00a02025', '2025-11-13T00:00:00.000Z'],
    ['١٣/١١/٢٠٢٥', '2025-11-13T00:00:00.000Z'],
  ])('reads %s', (text, utc) => expect(parseTimestamp(text, 'day-first')).toBe(utc))

  it.each([
    '13. listopada 2025',
    '25. 1. 17.',
    'Ich war im Mai 2024 dort',
    '3 a 4 de mayo 2024',
    'Sala 12, marzo 2024',
    '5 Mai, 2. Stock, Raum 2024',
  ])('returns null for %j, which is not a date or can be read in two ways', (text) =>
    expect(parseTimestamp(text, 'day-first')).toBeNull(),
  )
})

describe('dateOrderOf', () => {
  it('uses the implied order only without evidence', () => {
    expect(dateOrderOf(['3/4/2025'], 'day-first')).toBe('day-first')
    expect(dateOrderOf(['3/4/2025', '4/25/2025'], 'day-first')).toBe('month-first')
    expect(dateOrderOf(['25/4/2025', '4/25/2025'], 'day-first')).toBe('undecided')
  })
})

describe('isNumber', () => {
  it.each(locales)('recognizes numbers, percentages and amounts as Intl writes them in %s', (locale) => {
    const texts = [1234567.89, -12.5, 1234, 0.75, 98765].flatMap((value) =>
      [{}, { minimumFractionDigits: 2 }, { style: 'percent' }, { style: 'currency', currency: 'EUR' }].map(
        (options) => new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(value),
      ),
    )
    expect(texts.filter((text) => !isNumber(text))).toEqual([])
  })

  it('recognizes other spellings of amounts, and no words, codes or ranges', () => {
    for (const text of [
      '1’234.50',
      "CHF 1'234.50",
      'R$ 1.234,56',
      '1 234,50 zł',
      '12 345 kr',
      '1,000円',
      '１２３',
      '99 ₽',
    ])
      expect(isNumber(text), text).toBe(true)
    for (const text of ['', 'A12', '12 bis 15', '3-5', 'zwölf', '12 apples', '2025-01-02', '€'])
      expect(isNumber(text), text).toBe(false)
  })

  it('reads whole and half points with a decimal comma or point', () => {
    expect(['3,0', '3.0', '３', '-2', '4,5'].map(isInteger)).toEqual([true, true, true, true, false])
    expect(['3,0', '4,5', '4.5', '３', '7'].map(readNumber)).toEqual([3, 4.5, 4.5, 3, 7])
    expect(readNumber('1,000')).toBeNaN()
  })
})

describe('parseNps', () => {
  it.each([
    ['Nada probable - 0', 0],
    ['Extremely likely – 10', 10],
    ['10 — очень вероятно', 10],
    ['8,0', 8],
    ['7 von 10', 7],
    ['7 из 10', 7],
    ['9点', 9],
    ['１０', 10],
    ['10점 (매우 높음)', 10],
    ['Sehr wahrscheinlich (9)', 9],
    ['11点', null],
    ['Team 7', null],
    ['7,5', null],
    ['2 von 3', null],
  ])('reads %j as %s', (cell, score) => expect(parseNps(cell)).toBe(score))
})
