import { describe, expect, it } from 'vitest'
import { createPeopleMatcher, type MatchMode, matchResponses, normalize } from './media-matching.ts'

const file = (filename: string, id = 1) => ({ id, filename })

describe('normalize', () => {
  it.each([
    ['  Anna ', 'anna'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['Zoe\u0308', 'ZO\u00cb'],
    ['Anna  Maria', 'anna maria'],
  ])('makes %j and %j the same', (one, other) => {
    expect(normalize(one)).toBe(normalize(other))
  })
})

describe('files that responses name', () => {
  const match = (filename: string, cells: [string, number, number][]) =>
    matchResponses(
      [file(filename)],
      cells.map(([text, responseId, peopleCount]) => ({ text, responseId, peopleCount })),
    ).get(1)

  it('belong to the response whose cell equals the name', () => {
    expect(match('clip 1.mp4', [['clip 1.mp4', 7, 1]])).toEqual({ level: 'RESPONSE', responseId: 7 })
    expect(match(' clip.mp4', [['clip.mp4', 7, 1]])).toEqual({ level: 'RESPONSE', responseId: 7 })
  })

  it('are not matched by letters of another case, nor without their extension', () => {
    expect(match('Clip.mp4', [['clip.mp4', 7, 1]])).toBeUndefined()
    expect(match('clip.mp4', [['clip', 7, 1]])).toBeUndefined()
  })

  it('belong to nobody when several people name them', () => {
    expect(match('clip.mp4', [['clip.mp4', 7, 2]])).toMatchObject({
      level: null,
      failure: { code: 'ambiguous' },
    })
  })
})

describe('files that are called like people', () => {
  const match = (filename: string, mode: MatchMode, people: [string, number][]) => {
    const matcher = createPeopleMatcher([file(filename)], mode)
    for (const [value, id] of people) matcher.add(value, id)
    return matcher.matchOf(file(filename))
  }

  it('are compared without case, space around and extension', () => {
    const anna = { level: 'RESPONDENT', respondentId: 4 }
    expect(match('ANNA@example.org.mp4', 'normalized', [['anna@example.org', 4]])).toEqual(anna)
    expect(match(' Anna Müller .MP3', 'normalized', [['anna müller', 4]])).toEqual(anna)
    expect(match('anna.b.mp4', 'normalized', [['anna', 4]])).toBeUndefined()
  })

  it('are compared whole when the match is to be exact', () => {
    expect(match('clip-1.mp4', 'exact', [['clip-1.mp4', 4]])).toEqual({
      level: 'RESPONDENT',
      respondentId: 4,
    })
    expect(match('Clip-1.mp4', 'exact', [['clip-1.mp4', 4]])).toBeUndefined()
    expect(match('clip-1.mp4', 'exact', [['clip-1', 4]])).toBeUndefined()
  })

  it('belong to nobody when two people match, and to one who matches twice', () => {
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

  it('are looked up by both spellings a stored address may have', () => {
    expect(createPeopleMatcher([file('Straße@example.org.mp4')], 'normalized').keys()).toEqual([
      'strasse@example.org',
      'straße@example.org',
    ])
  })
})
