/** Dates, dates of birth and card expiries. */

import { Category } from '../../categories.ts'
import type { Detector } from '../detector.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { derived } from '../text/derived.ts'
import { findCalendarDates } from './calendar-dates.ts'
import { classifyDates, expiriesInRuns } from './date-kinds.ts'
import { classifiedNumbers } from './number-kinds.ts'
import { numberRuns } from './number-runs.ts'

export const dateDetector: Detector = {
  id: 'dates',
  categories: [Category.date, Category.dateOfBirth, Category.cardExpiry, Category.cardSecurityCode],
  ignoresInside: ['email'],
  examples: [
    ['Since September 2019 we meet online.', 'date: September 2019'],
    ['I was born on 4/4/1981.', 'birth-date: 4/4/1981'],
    ['dob oh three, fourteen, eighty five', 'birth-date: oh three, fourteen, eighty five'],
    ['The card expires in June 2027.', 'card-expiry: June 2027'],
    ['expiry oh six twenty seven', 'card-expiry: oh six twenty seven'],
    [
      'Card 4111 1111 1111 1111 12/27 123',
      'card-number: 4111 1111 1111 1111',
      'card-expiry: 12/27',
      'card-code: 123',
    ],
    ['I give it a 9/10.'],
    ['The shop is open 24/7.'],
    ['I may march on.'],
  ],
  detect: (analyzed) => [
    ...classifiedDates(analyzed),
    ...expiriesInRuns(analyzed, numberRuns(analyzed), cardNumbers(analyzed)),
  ],
}

export const classifiedDates = derived((analyzed) =>
  classifyDates(analyzed, findCalendarDates(analyzed), numberRuns(analyzed), cardNumbers(analyzed)),
)

function cardNumbers(analyzed: AnalyzedText) {
  return classifiedNumbers(analyzed).filter((number) => number.category === Category.cardNumber)
}
