import { describe, expect, it } from 'vitest'
import type { CategoryId } from '../categories.ts'
import { allCategories } from '../categories.ts'
import { findByRules } from './find-by-rules.ts'

/** What was found, as `category: text`. */
function found(text: string, categories: readonly CategoryId[] = allCategories): string[] {
  return findByRules(text, categories).map((each) => `${each.category}: ${text.slice(each.start, each.end)}`)
}

describe('each kind, written and spoken', () => {
  it.each([
    ['My name is Farida Rahimi.', '1: Farida Rahimi'],
    ['so i asked my colleague devika about it', '1: devika'],
    ['Write to c.vandenberg@uva.nl, please.', '2: c.vandenberg@uva.nl'],
    ["it's jane dot doe at gmail dot com okay", '2: jane dot doe at gmail dot com'],
    [
      'h a b underscore 22 at acme dash corp dot co dot uk',
      '2: h a b underscore 22 at acme dash corp dot co dot uk',
    ],
    ['I was born on 4/4/1981.', '3: 4/4/1981'],
    ['dob oh three, fourteen, eighty five', '3: oh three, fourteen, eighty five'],
    ['Ring (503) 555-0147 ext. 22.', '4: (503) 555-0147 ext. 22'],
    [
      'my cell is four one five, double five five, oh one nine eight',
      '4: four one five, double five five, oh one nine eight',
    ],
    ['She left Deutsche Bank to bake bread.', '5: Deutsche Bank'],
    ['I speak Punjabi with my mum.', '7: Punjabi'],
    [
      "my driver's license is r six nine nine three nine one eight",
      '10: r six nine nine three nine one eight',
    ],
    ['Refund to DE89 3704 0044 0532 0130 00.', '11: DE89 3704 0044 0532 0130 00'],
    ['sort code thirty, ninety eight, ninety', '11: thirty, ninety eight, ninety'],
    ["I'm O negative, so I donate.", '13: O negative'],
    ['Ticket INC0045123 is still open', '17: INC0045123'],
    ['my pin is four four nine one', '17: four four nine one'],
    ['I paid with 4111 1111 1111 1111 yesterday.', '18: 4111 1111 1111 1111'],
    ['The card expires in June 2027.', '19: June 2027'],
    ['expiry oh six twenty seven', '19: oh six twenty seven'],
    ['and the cvv is nine oh one', '20: nine oh one'],
    ['My social is 274-94-9228.', '21: 274-94-9228'],
    ['Since September 2019 we meet online.', '22: September 2019'],
    ['I just turned 34.', '23: 34'],
    ["she's in her mid-forties, i think", '23: mid-forties'],
    ['I was born 34 years ago.', '23: 34 years ago'],
    ['My husband is Colombian.', '24: Colombian'],
    ['We moved to Albuquerque.', '25: Albuquerque'],
    ['Ship it to 10 Downing Street, London.', '25: 10 Downing Street, London'],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual([expected])
  })
})

describe('what is nobody', () => {
  it.each([
    'I give it a 9 out of 10.',
    'Version 14.2.1 fixed the bug.',
    "i'm one hundred percent sure about that",
    "I'm two minutes late, sorry.",
    'That was a positive experience overall.',
    'one two three testing testing',
    'The loan is 250000 dollars.',
    'I may mark it and bill them, will you?',
    'polish the surface before you paint it',
    'They want my social security number and I refuse.',
    'We meet at the office dot that is it',
    'The app is 3 years old.',
    'Das kostet 49,99 Euro.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('words with two meanings', () => {
  it('are told by what stands around them', () => {
    expect(found('Jordan visited Jordan in March 2019.')).toEqual([
      '1: Jordan',
      '25: Jordan',
      '22: March 2019',
    ])
    expect(found("he's Polish and will polish the car")).toEqual(['24: Polish'])
    expect(found("I'm German, but I answer in English.")).toEqual(['24: German', '7: English'])
    expect(found('I think Grace will take the minutes.')).toEqual(['1: Grace'])
  })
})

describe('what was asked for', () => {
  it('is all that is reported', () => {
    expect(found('Anna, 34, lives in Oslo.', [23])).toEqual(['23: 34'])
    expect(found('Anna, 34, lives in Oslo.', [])).toEqual([])
  })

  it('takes in a narrower kind that was not', () => {
    expect(found('I was born on 4/4/1981.', [22])).toEqual(['22: 4/4/1981'])
    expect(found('Call me on 620.719.8011.', [17])).toEqual(['17: 620.719.8011'])
  })

  it('takes in any run of figures when several kinds of figures are among it', () => {
    expect(found('My member ID is 5083837019.', [4, 11, 18, 21])).toEqual(['4: 5083837019'])
    expect(found('My member ID is 5083837019.', [23, 25])).toEqual([])
  })
})

describe('hostile text', () => {
  const sizes = 20_000
  const pieces = [
    '1 ',
    '1',
    'one ',
    'o ',
    'at ',
    'a at b dot ',
    'a@',
    'a.',
    'Ab ',
    'John Smith and ',
    'twenty ',
    'a',
    '-',
  ]
  const more = [
    '1/1/',
    'may ',
    '1 a a a street ',
    'AB12 ',
    'A1-',
    '19',
    '\n',
    'um ',
    "'s ",
    'born ',
    '😀',
    'é́',
    'b.',
  ]

  it('takes no longer than other text', () => {
    findByRules('Anna', allCategories)
    for (const piece of [...pieces, ...more]) {
      const text = `x@${piece.repeat(Math.ceil(sizes / piece.length))}`
      const before = process.cpuUsage()
      findByRules(text, allCategories)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000, JSON.stringify(piece)).toBeLessThan(3000)
    }
  }, 120_000)

  it('is read without a mistake in its places', () => {
    for (const text of [
      '\ud83d',
      '\udc00Anna',
      'Anna \ud83d',
      '',
      ' ',
      '\0',
      'ا نا ٣٤ سنة',
      '我叫李雷，今年34岁',
    ]) {
      for (const each of findByRules(text, allCategories)) {
        expect(each.start).toBeGreaterThanOrEqual(0)
        expect(each.end).toBeGreaterThan(each.start)
        expect(each.end).toBeLessThanOrEqual(text.length)
      }
    }
  })
})
