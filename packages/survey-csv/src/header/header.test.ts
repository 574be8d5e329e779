import { describe, expect, it } from 'vitest'
import { columnPositions, compareHeaders } from './compare-headers.ts'
import { detectHeaderRows, repeatedHeaderRows } from './header-rows.ts'
import { repairHeader } from './repair-header.ts'

describe('repairHeader', () => {
  it('trims names, strips the byte order mark and names empty cells by position', () => {
    expect(repairHeader(['\ufeff Name ', '', '  ', 'Age'])).toEqual(['Name', 'Column 2', 'Column 3', 'Age'])
  })

  it('adds a unique suffix to duplicates', () => {
    expect(repairHeader(['Age', 'Age', 'Age (2)', 'Age'])).toEqual(['Age', 'Age (3)', 'Age (2)', 'Age (4)'])
    expect(repairHeader(['Column 2', ''])).toEqual(['Column 2', 'Column 2 (2)'])
  })

  it('detects duplicates that differ only in Unicode composition', () => {
    expect(repairHeader(['Pre\u0301nom', 'Pr\u00e9nom'])).toEqual(['Pr\u00e9nom', 'Pr\u00e9nom (2)'])
  })

  it('does not change a repaired header', () => {
    const once = repairHeader(['a', 'a', '', 'a (2)', ' a', ''])
    expect(repairHeader(once)).toEqual(once)
    expect(new Set(once).size).toBe(once.length)
  })
})

describe('compareHeaders', () => {
  const expected = ['Name', 'Pr\u00e9nom', 'Age', 'Age (2)']

  it('ignores surrounding spaces, the byte order mark and Unicode composition', () => {
    const found = repairHeader(['\ufeffName ', ' Pre\u0301nom', 'Age', 'Age'])
    expect(compareHeaders(expected, found)).toEqual({ missing: [], extra: [], isSame: true })
    expect(compareHeaders([' Name'], ['Name'])).toEqual({ missing: [], extra: [], isSame: true })
  })

  it('distinguishes headers with the same names in a different order', () => {
    expect(compareHeaders(['a', 'b'], ['b', 'a'])).toEqual({ missing: [], extra: [], isSame: false })
  })

  it('lists missing and extra names in their original order', () => {
    expect(compareHeaders(expected, ['City', 'Age', 'name', 'Pr\u00e9nom'])).toEqual({
      missing: ['Name', 'Age (2)'],
      extra: ['City', 'name'],
      isSame: false,
    })
    expect(compareHeaders(['a'], [])).toEqual({ missing: ['a'], extra: [], isSame: false })
    expect(compareHeaders([], [])).toEqual({ missing: [], extra: [], isSame: true })
  })

  it('handles headers that are properties of every object', () => {
    expect(compareHeaders(['constructor'], ['__proto__'])).toMatchObject({
      missing: ['constructor'],
      extra: ['__proto__'],
    })
  })
})

describe('columnPositions', () => {
  it('returns the index of every known column, or undefined if the part lacks it', () => {
    const names = ['Extra', 'Age', 'Pre\u0301nom ', 'Name']
    expect(columnPositions(['Name', 'Pr\u00e9nom', 'Age', 'City'], names)).toEqual([3, 2, 1, undefined])
    expect(columnPositions([], names)).toEqual([])
  })
})

const qualtrics = [
  ['StartDate', 'Q1'],
  ['Start Date', 'How are you?'],
  ['{"ImportId":"startDate","timeZone":"Europe/Paris"}', '{"ImportId":"QID1_TEXT"}'],
  ['2025-01-01', 'x'],
]
const surveyMonkey = [
  ['Respondent ID', 'Which tools?', '', 'Why?'],
  ['', 'Slack', 'Jira', 'Open-Ended Response'],
  ['1', 'Slack', '', 'because'],
]
const typeform = [
  ['', 'Which systems?', '', '', ''],
  ['#', 'Linux', 'Windows', 'Why do you use it?', 'Submit Date (UTC)'],
  ['r2w0re', 'Linux', '', 'for work', '3/11/20 23:38'],
]

describe('detectHeaderRows', () => {
  it('detects three header rows and the questions in a Qualtrics export', () => {
    expect(detectHeaderRows(qualtrics)).toEqual({
      tool: 'Qualtrics',
      count: 3,
      questions: ['Start Date', 'How are you?'],
      isFreeText: [false, true],
    })
  })

  it('detects two header rows in a Qualtrics export without questions or with additional columns', () => {
    const [names = [], , ids = []] = qualtrics
    expect(detectHeaderRows([names, ids])).toMatchObject({ count: 2, questions: names })
    expect(
      detectHeaderRows([
        [...names, 'My notes'],
        [...ids, ''],
      ]),
    ).toMatchObject({ count: 2 })
    expect(
      detectHeaderRows([names, ids.map((id) => id.replaceAll('"', "'").replace(':', ': '))]),
    ).toMatchObject({ count: 2 })
  })

  it('detects two header rows in a SurveyMonkey export and joins questions with options', () => {
    expect(detectHeaderRows(surveyMonkey)).toEqual({
      tool: 'SurveyMonkey',
      count: 2,
      questions: ['Respondent ID', 'Which tools? – Slack', 'Which tools? – Jira', 'Why?'],
      isFreeText: [false, false, false, true],
    })
  })

  it.each([
    [
      'only answer words',
      [
        ['RespondentID', 'Q1', 'Q2'],
        ['', 'Response', 'Response'],
      ],
    ],
    [
      'no respondent id',
      [
        ['Q1', '', 'Why?', 'Sure?'],
        ['Response', 'Other (please specify)', 'Open-Ended Response', 'Response'],
      ],
    ],
    [
      'an option under a question with one column',
      [
        ['Respondent ID', 'Collector ID', 'Start Date', 'End Date', 'Consent', 'Why?'],
        ['', '', '', '', 'I agree', 'Open-Ended Response'],
      ],
    ],
    [
      'German words',
      [
        ['Teilnehmer-ID', 'Wie zufrieden?', 'Warum?'],
        ['', 'Antwort', 'Offene Antwort'],
      ],
    ],
  ])('detects two header rows in a SurveyMonkey export with %s', (_, rows) => {
    expect(detectHeaderRows(rows)).toMatchObject({ tool: 'SurveyMonkey', count: 2 })
  })

  it('detects the questions under the group titles of a Typeform export', () => {
    expect(detectHeaderRows(typeform)).toMatchObject({ tool: 'Typeform', count: 2, questions: typeform[1] })
  })

  it.each([
    ['Qualtrics', qualtrics, { Q1: 'NPS' }, 3],
    ['SurveyMonkey', surveyMonkey, { 'Why?': 'Open-ended' }, 2],
    ['SurveyMonkey', surveyMonkey, { ' Column 3 ': 'Single choice' }, 2],
    ['Typeform', typeform, { 'Which systems?': 'Name' }, 2],
  ])(
    'COL-6 reads one header row of a %s export when the mapping names a header of the first row',
    (tool, rows, mapping, count) => {
      expect(detectHeaderRows(rows, mapping)).toMatchObject({ count: 1, overruled: { tool, count } })
      expect(detectHeaderRows(rows, { 'not a header': 'Name' })).toMatchObject({ tool, count })
    },
  )

  it.each<[string, string[][]]>([
    [
      'responses under a header with empty names',
      [
        ['Name', '', ''],
        ['Anna', 'x', 'y'],
        ['Tom', 'z', 'y'],
      ],
    ],
    [
      'options in a language without known words',
      [
        ['ID', 'Mitä käytät?', '', ''],
        ['', 'Auto', 'Juna', 'Pyörä'],
      ],
    ],
    [
      'an unnamed column and an anonymous respondent',
      [
        ['Name', 'Q1', ''],
        ['', 'Yes', 'late'],
        ['Bob', 'No', ''],
      ],
    ],
    [
      'an anonymous respondent who answers "Response"',
      [
        ['Name', 'Q1', ''],
        ['', 'Response', 'late'],
      ],
    ],
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
    [
      'a respondent who answers only with answer words',
      [
        ['Name', 'Q1', 'Plan'],
        ['Response', 'Open-Ended Response', 'Response'],
      ],
    ],
    [
      'a row of "Response" under unnamed columns',
      [
        ['Q1', '', 'Q2'],
        ['Response', 'Response', 'Open-Ended Response'],
      ],
    ],
    [
      'a response with a respondent id',
      [
        ['Respondent ID', 'Q1'],
        ['17', 'Response'],
      ],
    ],
    [
      'a response without respondent id but with answers',
      [
        ['Respondent ID', 'Name', 'Q1'],
        ['', 'Ann', 'Response'],
      ],
    ],
    [
      'one answer that looks like an import id',
      [
        ['Name', 'Q1'],
        ['Ann', '{"ImportId":"x"}'],
      ],
    ],
    [
      'import ids in one of many columns',
      [
        ['Name', 'Q1', 'Q2'],
        ['', '{"ImportId":"x"}', ''],
      ],
    ],
    [
      'the same import id in every column',
      [
        ['A', 'B'],
        ['{"ImportId":"x"}', '{"ImportId":"x"}'],
      ],
    ],
    ['a single column of import ids', [['Q1'], ['{"ImportId":"x"}']]],
    [
      'a full first response under sparse names',
      [
        ['', 'Q', '', ''],
        ['#', 'Linux', 'Windows', 'late'],
      ],
    ],
    ['a header alone', [['Q1', 'Q2']]],
    ['nothing', []],
  ])('detects one header row for %s', (_, rows) => {
    expect(detectHeaderRows(rows).count).toBe(1)
  })
})

describe('repeatedHeaderRows', () => {
  const known = [
    { name: 'StartDate', cells: ['Start Date', '{"ImportId":"s"}'] },
    { name: 'Q1', cells: ['How are you?', '{"ImportId":"q"}'] },
  ]
  const extra = [
    ['Start Date', 'How are you?'],
    ['{"ImportId":"s"}', '{"ImportId":"q"}'],
  ]
  const countOf = (rows: string[][]) => repeatedHeaderRows(rows, known).count

  it('COL-6 drops further header rows that are repeated literally, in any column order', () => {
    expect(countOf([['StartDate', 'Q1'], ...extra, ['2025', 'fine']])).toBe(3)
    expect(countOf([['Q1', 'New', 'StartDate'], ...extra.map(([a = '', b = '']) => [b, 'x', a])])).toBe(3)
  })

  it.each<[string, string[][]]>([
    [
      'one header row',
      [
        ['StartDate', 'Q1'],
        ['2025', 'fine'],
        ['2026', 'well'],
      ],
    ],
    ['only one of the two rows', [['StartDate', 'Q1'], extra[0] ?? [], ['2026', 'well']]],
    ['a different question', [['StartDate', 'Q1'], ['Start Date', 'How were you?'], extra[1] ?? []]],
    ['different case', [['StartDate', 'Q1'], ['start date', 'How are you?'], extra[1] ?? []]],
    ['a missing column', [['Q1'], ['How are you?'], ['{"ImportId":"q"}']]],
    ['too few rows', [['StartDate', 'Q1'], extra[0] ?? []]],
  ])('COL-6 reads one header row of a part with %s', (_, rows) => {
    expect(countOf(rows)).toBe(1)
  })

  it('never drops a row if the first part had one header row', () => {
    expect(repeatedHeaderRows([['a'], ['a'], ['a']], [{ name: 'a', cells: [] }]).count).toBe(1)
  })

  it('compares long texts in shortened form', () => {
    const shorten = (text: string) => text.slice(0, 3)
    const columns = [{ name: 'Que', cells: ['Wha'] }]
    expect(repeatedHeaderRows([['Question'], ['What?'], ['x']], columns, shorten).count).toBe(2)
  })
})
