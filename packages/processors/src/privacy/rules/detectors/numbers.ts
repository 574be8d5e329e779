/** Phone, card, account, licence and other numbers. */

import { Category, numberCategories } from '../../categories.ts'
import type { Detection, Detector } from '../detector.ts'
import { overlaps } from '../detector.ts'
import { classifiedDates } from './dates.ts'
import { classifiedNumbers } from './number-kinds.ts'

export const numberDetector: Detector = {
  id: 'numbers',
  categories: numberCategories,
  ignoresInside: ['email'],
  examples: [
    ['Ring (503) 555-0147 ext. 22.', 'phone: (503) 555-0147 ext. 22'],
    [
      'my cell is four one five, double five five, oh one nine eight',
      'phone: four one five, double five five, oh one nine eight',
    ],
    [
      "my driver's license is r six nine nine three nine one eight",
      'driving-licence: r six nine nine three nine one eight',
    ],
    ['sort code thirty, ninety eight, ninety', 'bank-details: thirty, ninety eight, ninety'],
    ['Ticket INC0045123 is still open', 'number: INC0045123'],
    ['my pin is four four nine one', 'number: four four nine one'],
    ['I paid with 4111 1111 1111 1111 yesterday.', 'card-number: 4111 1111 1111 1111'],
    ['and the cvv is nine oh one', 'card-code: nine oh one'],
    ['My social is 274-94-9228.', 'social-security-number: 274-94-9228'],
    ['one two three testing testing'],
    ['The loan is 250000 dollars.'],
    ['Das kostet 49,99 Euro.'],
    ['Version 14.2.1 fixed the bug.'],
    ['They want my social security number and I refuse.'],
  ],
  detect: (analyzed) => {
    const dates = classifiedDates(analyzed)
    return classifiedNumbers(analyzed).filter((number) => !dates.some((date) => isSameNumber(date, number)))
  },
}

/** A date that covers most of a number decides, except for account and licence numbers. */
function isSameNumber(date: Detection, number: Detection): boolean {
  return (
    number.category !== Category.bankDetails &&
    number.category !== Category.drivingLicence &&
    overlaps(date, number) &&
    date.end - date.start >= (number.end - number.start) * 0.6
  )
}
