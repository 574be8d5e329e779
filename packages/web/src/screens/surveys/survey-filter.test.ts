import { describe, expect, it } from 'vitest'
import {
  isChosen,
  isUnfiltered,
  readFilter,
  readSurveySearch,
  removeLast,
  toggleChoice,
  writeFilter,
} from './survey-filter.ts'

const none = { choices: [] }

describe('survey filter in the URL', () => {
  it('keeps valid filter params and drops the rest', () => {
    expect(
      readSurveySearch({
        f: ['4:2,7', '5:s0-6', '6:*', 'x', 7],
        from: '2026-10-01',
        before: 'soon',
        words: 12,
      }),
    ).toEqual({ f: ['4:2,7', '5:s0-6', '6:*'], from: '2026-10-01', words: '12' })
    expect(readSurveySearch({ f: '4:2', words: '  ' })).toEqual({ f: ['4:2'] })
    expect(readSurveySearch({})).toEqual({})
  })

  it('serializes a parsed filter to the same params', () => {
    for (const search of [
      {},
      { f: ['4:2,7', '5:s0-6', '4:9'], words: 'slow' },
      { f: ['6:*'], from: '2026-10-01', before: '2026-11-01' },
    ])
      expect(writeFilter(readFilter(search))).toEqual(search)
  })

  it('merges consecutive options of one question only', () => {
    const choices = [
      { position: 4, pick: '2' },
      { position: 4, pick: '7' },
      { position: 5, pick: 's0-6' },
      { position: 5, pick: 's7-8' },
      { position: 4, pick: '1' },
    ]
    expect(writeFilter({ choices }).f).toEqual(['4:2,7', '5:s0-6', '5:s7-8', '4:1'])
    expect(readFilter(writeFilter({ choices })).choices).toEqual(choices)
  })
})

describe('selecting bars', () => {
  const weekly = { position: 4, pick: '2' }
  const daily = { position: 4, pick: '3' }
  const detractors = { position: 5, pick: 's0-6' }

  it('selects and deselects a bar', () => {
    const pressed = toggleChoice(none, weekly, false)
    expect(isChosen(pressed, weekly)).toBe(true)
    expect(toggleChoice(pressed, weekly, false)).toEqual(none)
    expect(toggleChoice(pressed, weekly, true)).toEqual(none)
  })

  it('replaces the selection within a question unless adding, and keeps other questions', () => {
    const two = toggleChoice(toggleChoice(none, weekly, false), detractors, false)
    expect(toggleChoice(two, daily, false).choices).toEqual([detractors, daily])
    expect(toggleChoice(two, daily, true).choices).toEqual([weekly, detractors, daily])
  })

  it('undoes the latest filter, one at a time', () => {
    let filter = { ...toggleChoice(toggleChoice(none, weekly, false), detractors, false), words: 'slow' }
    filter = removeLast(filter) as typeof filter
    expect(filter.choices).toEqual([weekly])
    expect(removeLast(filter)).toEqual({ choices: [], words: 'slow' })
    expect(removeLast({ choices: [], words: 'slow', from: '2026-10-01' })).toEqual({
      choices: [],
      from: '2026-10-01',
    })
    expect(isUnfiltered(removeLast({ choices: [], from: '2026-10-01' }))).toBe(true)
  })
})
