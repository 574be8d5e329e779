import { describe, expect, it } from 'vitest'
import { columnPositions, compareHeaders } from './compare-headers.ts'
import { detectHeaderRows } from './header-rows.ts'
import { repairHeader } from './repair-header.ts'

describe('repairHeader', () => {
  it('trims, strips the byte order mark, and names what is empty by its place', () => {
    expect(repairHeader(['\ufeff Name ', '', '  ', 'Age'])).toEqual(['Name', 'Column 2', 'Column 3', 'Age'])
  })

  it('gives duplicates a suffix that no other column has', () => {
    expect(repairHeader(['Age', 'Age', 'Age (2)', 'Age'])).toEqual(['Age', 'Age (3)', 'Age (2)', 'Age (4)'])
    expect(repairHeader(['Column 2', ''])).toEqual(['Column 2', 'Column 2 (2)'])
  })

  it('spells what looks the same the same, so that a duplicate is seen as one', () => {
    expect(repairHeader(['Pre\u0301nom', 'Pr\u00e9nom'])).toEqual(['Pr\u00e9nom', 'Pr\u00e9nom (2)'])
  })

  it('leaves a repaired header as it is', () => {
    const once = repairHeader(['a', 'a', '', 'a (2)', ' a', ''])
    expect(repairHeader(once)).toEqual(once)
    expect(new Set(once).size).toBe(once.length)
  })
})

describe('compareHeaders', () => {
  const expected = ['Name', 'Pr\u00e9nom', 'Age', 'Age (2)']

  it('finds the same header the same, whatever spaces, mark or composition it is written with', () => {
    const found = repairHeader(['\ufeffName ', ' Pre\u0301nom', 'Age', 'Age'])
    expect(compareHeaders(expected, found)).toEqual({ missing: [], extra: [], isSame: true })
    expect(compareHeaders([' Name'], ['Name'])).toEqual({ missing: [], extra: [], isSame: true })
  })

  it('tells another order from the same header, though nothing is missing', () => {
    expect(compareHeaders(['a', 'b'], ['b', 'a'])).toEqual({ missing: [], extra: [], isSame: false })
  })

  it('names what is missing and what is extra, each in its own order', () => {
    expect(compareHeaders(expected, ['City', 'Age', 'name', 'Pr\u00e9nom'])).toEqual({
      missing: ['Name', 'Age (2)'],
      extra: ['City', 'name'],
      isSame: false,
    })
    expect(compareHeaders(['a'], [])).toEqual({ missing: ['a'], extra: [], isSame: false })
    expect(compareHeaders([], [])).toEqual({ missing: [], extra: [], isSame: true })
  })

  it('is not misled by headers that every object has', () => {
    expect(compareHeaders(['constructor'], ['__proto__'])).toMatchObject({
      missing: ['constructor'],
      extra: ['__proto__'],
    })
  })
})

describe('columnPositions', () => {
  it('finds every known column wherever a part has it, and nothing for one it lacks', () => {
    const names = ['Extra', 'Age', 'Pre\u0301nom ', 'Name']
    expect(columnPositions(['Name', 'Pr\u00e9nom', 'Age', 'City'], names)).toEqual([3, 2, 1, undefined])
    expect(columnPositions([], names)).toEqual([])
  })
})

describe('detectHeaderRows', () => {
  it('finds three rows in an export with import ids, and the questions', () => {
    const ids = ['{"ImportId":"StartDate"}', '{"ImportId":"QID1_TEXT"}']
    const found = detectHeaderRows([
      ['StartDate', 'Q1'],
      ['Start Date', 'How are you?'],
      ids,
      ['2025-01-01', 'x'],
    ])
    expect(found).toEqual({ count: 3, questions: ['Start Date', 'How are you?'], isFreeText: [false, true] })
  })

  it('finds two rows where options stand under a question that spans columns', () => {
    const found = detectHeaderRows([
      ['Respondent ID', 'Which tools?', '', 'Why?'],
      ['', 'Slack', 'Jira', 'Open-Ended Response'],
      ['1', 'Slack', '', 'because'],
    ])
    expect(found.count).toBe(2)
    expect(found.questions).toEqual(['Respondent ID', 'Which tools? – Slack', 'Which tools? – Jira', 'Why?'])
    expect(found.isFreeText).toEqual([false, false, false, true])
  })

  it('finds them in a language it has no words for, by their shape', () => {
    const rows = [
      ['ID', 'Mitä käytät?', '', ''],
      ['', 'Auto', 'Juna', 'Pyörä'],
      ['17', 'Auto', '', ''],
      ['18', '', 'Juna', 'Pyörä'],
    ]
    expect(detectHeaderRows(rows).count).toBe(2)
  })

  it('finds the header proper under the titles of question groups', () => {
    const rows = [
      ['', 'Which systems?', '', '', ''],
      ['#', 'Linux', 'Windows', 'Why do you use it?', 'Submit Date (UTC)'],
      ['r2w0re', 'Linux', '', 'for work', '3/11/20 23:38'],
      ['tka9zb', '', 'Windows', '', '3/11/20 17:46'],
    ]
    expect(detectHeaderRows(rows)).toMatchObject({ count: 2, questions: rows[1] })
  })

  it('takes responses under a poor header for responses', () => {
    const rows = [
      ['Name', '', ''],
      ['Anna', 'x', 'y'],
      ['Tom', 'z', 'y'],
    ]
    expect(detectHeaderRows(rows).count).toBe(1)
  })

  it.each([
    [
      'a first response with gaps',
      [
        ['Id', 'Name', ''],
        ['1', '', 'x'],
        ['2', 'Anna', 'y'],
      ],
    ],
    [
      'a respondent who answers "Response"',
      [
        ['Q1', 'Q2'],
        ['Response', 'no'],
        ['x', 'yes'],
      ],
    ],
    ['a header alone', [['Q1', 'Q2']]],
    ['nothing', []],
  ])('takes %s for one header row', (_, rows) => {
    expect(detectHeaderRows(rows).count).toBe(1)
  })
})
