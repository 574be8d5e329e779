import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { dateOrderOf } from './date-order.ts'
import { isBlank, parseEmail, parseName, parseNps, parseOpenEnded, parseSingleChoice } from './parse-cell.ts'
import { parseMultiChoice, parseRanking } from './parse-choices.ts'
import { parseTimestamp } from './parse-timestamp.ts'

// Allows for slow CI runners.
vi.setConfig({ testTimeout: 60_000 })

describe('dateOrderOf', () => {
  it('uses a single unambiguous value for the whole column', () => {
    expect(dateOrderOf(['3/4/2025', '25/4/2025', '1/1/2025'])).toBe('day-first')
    expect(dateOrderOf(['3/4/2025 4:01 PM', '4/25/2025 1:00 AM'])).toBe('month-first')
  })

  it('uses the order of arrival if no value is unambiguous', () => {
    expect(dateOrderOf(['1/4/2025', '2/4/2025', '5/4/2025', '2/5/2025', '3/5/2025'])).toBe('day-first')
    expect(dateOrderOf(['1/4/2025', '1/9/2025', '2/3/2025', '2/8/2025', '3/1/2025'])).toBe('month-first')
  })

  it('stays undecided for mixed orders, too few values and values without ambiguous dates', () => {
    expect(dateOrderOf(['25/4/2025', '4/25/2025'])).toBe('undecided')
    expect(dateOrderOf(['3/4/2025', '4/5/2025'])).toBe('undecided')
    expect(dateOrderOf(['2025-04-03', 'soon', ''])).toBe('undecided')
  })
})

describe('parseTimestamp', () => {
  it.each([
    ['2025-01-18 14:01:10', '2025-01-18T14:01:10.000Z'],
    ['2025-01-18T14:01:10.5+02:00', '2025-01-18T12:01:10.500Z'],
    ['2025/10/16 2:25:00 PM GMT+2', '2025-10-16T12:25:00.000Z'],
    ['2022/06/22 11:07:29 AM AST', '2022-06-22T15:07:29.000Z'],
    ['13.11.2025 07:04', '2025-11-13T07:04:00.000Z'],
    ['12/31/2025 12:05:00 AM', '2025-12-31T00:05:00.000Z'],
    ['Thu, 16 Oct 2025 14:25:00 GMT', '2025-10-16T14:25:00.000Z'],
    ['January 3rd, 2025 at 3:04 pm', '2025-01-03T15:04:00.000Z'],
    ['14. März 2025 um 10:00', '2025-03-14T10:00:00.000Z'],
    ['3 de enero de 2025', '2025-01-03T00:00:00.000Z'],
    ['5 juillet 2025', '2025-07-05T00:00:00.000Z'],
    ['2025年1月3日 午後7時29分', '2025-01-03T19:29:00.000Z'],
    ['4/4/2025', '2025-04-04T00:00:00.000Z'],
  ])('reads %s', (text, utc) => {
    expect(parseTimestamp(text, 'undecided')).toBe(utc)
  })

  it('uses the date order of the column, and returns null if it is undecided', () => {
    expect(parseTimestamp('3/4/25 4:01', 'day-first')).toBe('2025-04-03T04:01:00.000Z')
    expect(parseTimestamp('3/4/25 4:01', 'month-first')).toBe('2025-03-04T04:01:00.000Z')
    expect(parseTimestamp('3/4/25 4:01', 'undecided')).toBeNull()
  })

  it('parses ISO dates by position with the same result as by pattern', () => {
    const number = (most: number) =>
      fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
    const texts = fc
      .tuple(
        fc.integer({ min: 1890, max: 2210 }),
        number(13),
        number(32),
        fc.constantFrom(' ', 'T', '  ', ''),
        number(25),
        number(61),
        fc.oneof(
          fc.constant(''),
          number(61).map((second) => `:${second}`),
        ),
        fc.constantFrom('', '', '.5', '.123', '.123456', '.', ',250', ':'),
        fc.constantFrom('', 'Z', 'z', ' Z', '+02:00', '-1130', ' UTC', ' PM', 'x', ' '),
      )
      .map(([year, month, day, gap, hour, minute, second, fraction, zone]) =>
        gap === ''
          ? `${year}-${month}-${day}`
          : `${year}-${month}-${day}${gap}${hour}:${minute}${second}${fraction}${zone}`,
      )
    let read = 0
    fc.assert(
      fc.property(texts, (text) => {
        // A leading space shifts every character, which disables parsing by position.
        const utc = parseTimestamp(` ${text}`, 'undecided')
        expect(parseTimestamp(text, 'undecided')).toBe(utc)
        if (utc === null) return
        read++
        expect(new Date(utc).toISOString()).toBe(utc)
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(500)
  })

  it('applies an offset across days, months and years', () => {
    expect(parseTimestamp('2024-03-01 00:30 +02:00', 'undecided')).toBe('2024-02-29T22:30:00.000Z')
    expect(parseTimestamp('2023-12-31 23:30 -05:30', 'undecided')).toBe('2024-01-01T05:00:00.000Z')
    expect(parseTimestamp('2025-01-01 00:00:00.007 GMT+14', 'undecided')).toBe('2024-12-31T10:00:00.007Z')
  })

  it('handles leap years', () => {
    const days = ['2024-02-29', '2023-02-29', '1900-02-29', '2000-02-29', '2025-04-31', '2025-00-01']
    const read = days.map((day) => parseTimestamp(day, 'undecided')?.slice(0, 10) ?? null)
    expect(read).toEqual(['2024-02-29', null, null, '2000-02-29', null, null])
  })

  it('applies utcOffsetMinutes to times without a time zone', () => {
    expect(parseTimestamp('2025-01-01 00:30', 'undecided', { utcOffsetMinutes: 60 })).toBe(
      '2024-12-31T23:30:00.000Z',
    )
  })

  it.each([
    '',
    'soon',
    '2025-02-30',
    '31/02/2025',
    '2025-01-01 25:00',
    '99/99/2025',
    '2022/06/22 11:07 XYZT',
    '1.2.3',
    '20250102',
    '12',
  ])('returns null for %j', (text) => expect(parseTimestamp(text, 'day-first')).toBeNull())
})

describe('parseNps', () => {
  it.each([
    ['0', 0],
    [' 10 ', 10],
    ['10 - Extremely likely', 10],
    ['9/10', 9],
    ['8.0', 8],
    ['11', null],
    ['-1', null],
    ['7.5', null],
    ['', null],
    ['ten', null],
  ])('reads %j as %s', (cell, score) => expect(parseNps(cell)).toBe(score))
})

describe('parseMultiChoice and parseRanking', () => {
  it('splits at the separator of the column and removes duplicates', () => {
    expect(parseMultiChoice('Slack, Jira, Slack', ',')).toEqual(['Slack', 'Jira'])
    const many = Array.from({ length: 100 }, (_, index) => `option ${index % 40}`)
    expect(parseMultiChoice(many.join('|'), '|')).toEqual(many.slice(0, 40))
    expect(parseMultiChoice('a; b;; c', ';')).toEqual(['a', 'b', 'c'])
    expect(parseMultiChoice('a\nb, c', '\n')).toEqual(['a', 'b, c'])
    expect(parseMultiChoice('a, b', undefined)).toEqual(['a, b'])
    expect(parseMultiChoice('N/A', ',')).toEqual([])
  })

  it('keeps commas in parentheses and in numbers', () => {
    expect(parseMultiChoice('Other (phone, fax), $1,000', ',')).toEqual(['Other (phone, fax)', '$1,000'])
    expect(parseMultiChoice('a (b, c,, d),, e),f（g, h）', ',')).toEqual(['a (b, c,, d)', 'e)', 'f（g, h）'])
    expect(parseMultiChoice('1,000, 2, 3,x', ',')).toEqual(['1,000', '2', '3', 'x'])
    expect(parseMultiChoice('1;2;3', ';')).toEqual(['1', '2', '3'])
    expect(parseMultiChoice(' ; ;', ';')).toEqual([])
  })

  it('parses a ranking as ordered items or as a single rank', () => {
    expect(parseRanking('Prix > Qualité > Délai', '>')).toEqual({
      kind: 'items',
      items: ['Prix', 'Qualité', 'Délai'],
    })
    expect(parseRanking('1. Price, 2. Speed', ',')).toEqual({ kind: 'items', items: ['Price', 'Speed'] })
    expect(parseRanking('3', undefined)).toEqual({ kind: 'rank', rank: 3 })
    expect(parseRanking('', ',')).toBeNull()
    expect(parseRanking('0', ',')).toBeNull()
  })
})

describe('parseEmail, parseName and text', () => {
  it.each([
    [' Anna@Example.ORG ', 'anna@example.org'],
    ['Anna Berg <anna@example.org>', 'anna@example.org'],
    ['mailto:a.b+c@sub.example.co.uk', 'a.b+c@sub.example.co.uk'],
    ['jürgen@müller.de', 'jürgen@müller.de'],
    ['anna@example', null],
    ['a b@example.org', null],
    ['@example.org', null],
    ['none', null],
  ])('reads %j as the address %s', (cell, address) => expect(parseEmail(cell)).toBe(address))

  it('trims names and answers, keeps line breaks in text and recognizes blank cells', () => {
    expect(parseName('  Anna   Berg ')).toBe('Anna Berg')
    expect(parseSingleChoice(' Very  satisfied ')).toBe('Very satisfied')
    expect(parseOpenEnded(' one\n\ntwo  three ')).toBe('one\n\ntwo  three')
    expect([parseName('-'), parseSingleChoice('NA'), parseOpenEnded(' n/a ')]).toEqual([null, null, null])
    expect(parseName(' Anna\u00a0\tvan\nBerg ')).toBe('Anna van Berg')
    for (const blank of ['', '  ', 'N/A', ' null ', 'NaN', '#N/A', '–', 'K.A.', 'S/O', 'None Given'])
      expect(isBlank(blank), blank).toBe(true)
    for (const answer of ['0', 'No', 'None', 'some', 'n', 'Kim', '#1', '-1'])
      expect(isBlank(answer), answer).toBe(false)
  })
})
