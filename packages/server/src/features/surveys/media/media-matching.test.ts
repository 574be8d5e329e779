import { describe, expect, it } from 'vitest'
import {
  columnMissing,
  createPeopleMatcher,
  type MatchMode,
  matchResponses,
  normalize,
} from './media-matching.ts'

const file = (filename: string, convertedFrom: string | null = null) => ({ id: 1, filename, convertedFrom })

describe('normalize', () => {
  it.each([
    ['  Anna ', 'anna'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['Zoe\u0308', 'ZO\u00cb'],
    ['Anna  Maria', 'anna maria'],
    ['\u200fשלום\u200e 2026', 'שלום 2026'],
    ['مرحبا\u061c', 'مرحبا'],
  ])('makes %j and %j the same', (one, other) => {
    expect(normalize(one)).toBe(normalize(other))
  })
})

describe('files named in responses', () => {
  const match = (filename: string, cells: [string, number, number][]) =>
    matchResponses(
      [file(filename)],
      cells.map(([text, responseId, peopleCount]) => ({ text, responseId, peopleCount })),
    ).get(1)

  it('match the response whose cell equals the name', () => {
    expect(match('clip 1.mp4', [['clip 1.mp4', 7, 1]])).toEqual({ level: 'RESPONSE', responseId: 7 })
    expect(match(' clip.mp4', [['clip.mp4', 7, 1]])).toEqual({ level: 'RESPONSE', responseId: 7 })
  })

  it('do not match with another case or without the extension', () => {
    expect(match('Clip.mp4', [['clip.mp4', 7, 1]])).toBeUndefined()
    expect(match('clip.mp4', [['clip', 7, 1]])).toBeUndefined()
  })

  it('match the response that names their conversion source, unless one has their own name', () => {
    const converted = (cells: [string, number][]) =>
      matchResponses(
        [file('clip.mp3', 'clip.ogg')],
        cells.map(([text, responseId]) => ({ text, responseId, peopleCount: 1 })),
      ).get(1)
    expect(converted([['clip.ogg', 7]])).toEqual({ level: 'RESPONSE', responseId: 7 })
    expect(
      converted([
        ['clip.ogg', 7],
        ['clip.mp3', 8],
      ]),
    ).toEqual({ level: 'RESPONSE', responseId: 8 })
    expect(converted([['clip.wav', 7]])).toBeUndefined()
  })

  it('match no one when several people name them', () => {
    expect(match('clip.mp4', [['clip.mp4', 7, 2]])).toMatchObject({
      level: null,
      failure: { code: 'ambiguous' },
    })
  })
})

describe('files named after people', () => {
  const match = (filename: string, mode: MatchMode, people: [string, number][]) => {
    const matcher = createPeopleMatcher([file(filename)], mode)
    for (const [value, id] of people) matcher.add(value, id)
    return matcher.matchOf(file(filename))
  }

  it('are compared without case, surrounding space and extension', () => {
    const anna = { level: 'RESPONDENT', respondentId: 4 }
    expect(match('ANNA@example.org.mp4', 'normalized', [['anna@example.org', 4]])).toEqual(anna)
    expect(match(' Anna Müller .MP3', 'normalized', [['anna müller', 4]])).toEqual(anna)
    expect(match('anna.b.mp4', 'normalized', [['anna', 4]])).toBeUndefined()
  })

  it('are compared exactly on request', () => {
    expect(match('clip-1.mp4', 'exact', [['clip-1.mp4', 4]])).toEqual({
      level: 'RESPONDENT',
      respondentId: 4,
    })
    expect(match('Clip-1.mp4', 'exact', [['clip-1.mp4', 4]])).toBeUndefined()
    expect(match('clip-1.mp4', 'exact', [['clip-1', 4]])).toBeUndefined()
  })

  it('match no one when two people match, and one person who matches twice', () => {
    const twice = match('anna.mp4', 'normalized', [
      ['Anna', 4],
      ['anna', 9],
    ])
    expect(twice).toMatchObject({ level: null, failure: { code: 'ambiguous' } })
    const same = match('anna.mp4', 'normalized', [
      ['Anna', 4],
      ['ANNA', 4],
    ])
    expect(same).toEqual({ level: 'RESPONDENT', respondentId: 4 })
  })

  it('are looked up by both forms of a stored address', () => {
    expect(createPeopleMatcher([file('Straße@example.org.mp4')], 'normalized').keys()).toEqual([
      'strasse@example.org',
      'straße@example.org',
    ])
  })
})

describe('a link column that the survey does not have', () => {
  const messageOf = (column: string, headers: string[]) => {
    const match = columnMissing(column, headers)
    return match.level === null ? match.failure.message : ''
  }

  it('is reported with the existing columns', () => {
    expect(messageOf('Seat', ['Name', 'Place'])).toBe(
      'Not linked. media_config links by the column "Seat", which the survey does not have. Its columns are "Name", "Place". Import the survey again with one of them as media_config.column.',
    )
  })

  it('is reported in a message of limited length', () => {
    const headers = Array.from({ length: 2000 }, (_, i) => `${'question '.repeat(200)}${i}`)
    const message = messageOf('x'.repeat(10_000), headers)
    expect(message).toContain(' and 1990 more.')
    expect(message.length).toBeLessThan(800)
  })
})
