/** All rules over one text. Pure but for the word lists, which are read once. */

import type { CategoryId } from '../categories.ts'
import { dictionary } from '../words/dictionary.ts'
import { findAddresses } from './addresses.ts'
import { findAges } from './ages.ts'
import { findBankCodes } from './bank-codes.ts'
import { findBloodTypes } from './blood.ts'
import { findChained } from './chains.ts'
import { findCodes } from './codes.ts'
import { classifyDates, expiryRuns } from './date-kinds.ts'
import { findDates } from './dates.ts'
import { findEmails } from './email.ts'
import { classifyRun } from './figures.ts'
import type { Finding } from './finding.ts'
import { overlaps } from './finding.ts'
import { monthOf } from './months.ts'
import { isFirstName, isLastName } from './name-words.ts'
import { findNations, isNationOrLanguage } from './nations.ts'
import { findBelowNames, findOrganizations } from './organizations.ts'
import { findMentions, findPersons } from './persons.ts'
import { findPlaces } from './places.ts'
import type { Reading } from './reading.ts'
import { readText } from './reading.ts'
import { resolve } from './resolve.ts'
import { findRuns } from './runs.ts'
import { findSequences } from './sequences.ts'
import { findUncasedPersons } from './uncased-persons.ts'

export function findByRules(text: string, categories: readonly CategoryId[], language?: string): Finding[] {
  const reading = readText(text, language)
  const emails = findEmails(reading)
  const isFree = (place: { start: number; end: number }) => !emails.some((email) => overlaps(email, place))
  const links = [...text.matchAll(/\b(?:https?:\/\/|www\.)\S{1,500}/gi)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  const isInLink = (each: Finding) => each.category !== 1 && links.some((link) => overlaps(link, each))
  const names = findProperNames(reading).filter((name) => isFree(name) && !isInLink(name))
  const persons = names.filter((name) => name.category === 1)
  const all = [
    ...emails,
    ...findFigures(reading).filter(isFree),
    ...findBloodTypes(reading),
    ...names,
    ...findNations(reading).filter(isFree),
    ...findAddresses(reading).filter(isFree),
    ...findAges(reading, persons).filter(isFree),
  ]
  return resolve(all, new Set(categories))
}

function findFigures(reading: Reading): Finding[] {
  const runs = findRuns(reading)
  const codes = [...findBankCodes(reading), ...findCodes(reading)]
  const figures = runs.flatMap((run) => classifyRun(reading, run) ?? [])
  const cards = figures.filter((figure) => figure.category === 18)
  const dates = classifyDates(reading, findDates(reading), runs, cards)
  const isDate = (figure: Finding) =>
    figure.category !== 11 &&
    figure.category !== 10 &&
    dates.some((date) => overlaps(date, figure) && date.end - date.start >= (figure.end - figure.start) * 0.6)
  return [
    ...codes,
    ...figures.filter((figure) => !isDate(figure)),
    ...dates,
    ...expiryRuns(reading, runs, cards),
  ]
}

function findProperNames(reading: Reading): Finding[] {
  const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/
  const sequences = findSequences(
    reading,
    (token) =>
      isNationOrLanguage(token) ||
      isKnownCompany(token.key) ||
      weekday.test(token.key) ||
      isMonthBreak(token.key),
  )
  const places = findPlaces(reading, sequences)
  const organizations = findOrganizations(reading, sequences)
  const persons = reading.isUncased
    ? [
        ...findUncasedPersons(reading),
        ...findPersons(reading, sequences).filter((each) => each.confidence > 0.6),
      ]
    : findPersons(reading, sequences)
  const chained = findChained(reading, sequences, persons)
  const below = findBelowNames(reading, sequences, persons)
  return [
    ...places,
    ...postcodes(reading, places),
    ...organizations,
    ...below,
    ...persons,
    ...chained,
    ...findMentions(reading, persons),
  ]
}

/** A company everybody knows is no part of a person's name: "Just WhatsApp Fatou". */
function isKnownCompany(key: string): boolean {
  return dictionary().organizations.has(key) && !isFirstName(key) && !isLastName(key)
}

/** "Spain 97197", "Tunisia 56004": a code right behind a place. */
function postcodes({ text }: Reading, places: readonly Finding[]): Finding[] {
  return places.flatMap((place) => {
    const code = /^,?\s{1,3}([A-Z]{2}\s)?(\d{4,6})(?!\d|[.,]\d|\s?(?:[%$€£]|[a-z]))/.exec(
      text.slice(place.end, place.end + 16),
    )
    const isYear = /^(?:19|20)\d\d$/.test(code?.[2] ?? '')
    return code === null || isYear ? [] : [{ ...place, end: place.end + code[0].length, confidence: 0.9 }]
  })
}

/** Months that are no first names. */
function isMonthBreak(key: string): boolean {
  return monthOf(key) !== undefined && key.length > 4 && !/^(?:april|august|julio|abril|marco)$/.test(key)
}
