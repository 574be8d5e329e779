import { describe, expect, it } from 'vitest'
import { detectDelimiter } from './delimiter.ts'
import { openSurvey } from './open-survey.ts'

describe('detectDelimiter', () => {
  it.each([
    [',', 'a,b\n1,2\n'],
    [';', 'a;b\n1;2\n'],
    ['\t', 'a\tb\n1\t2\n'],
    [';', 'Preis;Text\n1,50;gut, sehr gut\n2,75;"a, b; c"\n3,00;x\n'],
    [',', 'Tools,Why\nSlack;Jira;Zoom,fine\nSlack,"good; really"\n'],
    [',', '"a;b;c","d"\n"1;2;3","4"\n'],
    ['\t', 'a, b\tc; d\n1,2\t3;4\n'],
    [',', 'only one column\nx\ny\n'],
    [';', 'sep=;\na,b;c\n1,2;3\n'],
    [',', ''],
  ])('detects %j', (delimiter, text) => {
    expect(detectDelimiter(text, { isWhole: true })).toBe(delimiter)
  })

  it('ignores a quoted cell that is cut off at the end of the sample', () => {
    expect(detectDelimiter('a;b\n1;2\n3;"x, y\nz,')).toBe(';')
  })
})

it('skips the line sep=; but counts it in row numbers', async () => {
  const survey = await openSurvey([new TextEncoder().encode('sep=;\r\na;b\r\n1;2\r\n')])
  expect(survey.names).toEqual(['a', 'b'])
  const batches = await Array.fromAsync(survey.responses)
  expect(batches.flat()).toEqual([{ number: 3, cells: ['1', '2'] }])
})

it.each([
  ['short rows', ';', 'ID;"Which ones, if any?";;Why?\n1;a\n2;"b, c";d\n'],
  ['surplus empty cells', '\t', 'ID\t"Which ones, if any?"\tWhy?\n"1, 2"\ta\tb\t\t\n'],
  ['rows of delimiters', ',', 'a,b\n1,2\n,,,,\n,\n'],
] as const)('detects the delimiter of a file with %s', (_, delimiter, sample) => {
  expect(detectDelimiter(sample, { isWhole: true })).toBe(delimiter)
})
