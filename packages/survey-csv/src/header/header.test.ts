import { describe, expect, it } from 'vitest'
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

  it('leaves a repaired header as it is', () => {
    const once = repairHeader(['a', 'a', '', 'a (2)', ' a', ''])
    expect(repairHeader(once)).toEqual(once)
    expect(new Set(once).size).toBe(once.length)
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
