import { expect, it } from 'vitest'
import { writeCsv } from './csv.ts'

it('quotes separators and escapes formulas, but not numbers', () => {
  expect(
    writeCsv([
      ['Answer', 'Count'],
      ['=HYPERLINK("http://x")', -3],
      ['a,b', 2],
      ['@cmd', 1],
    ]),
  ).toBe('\ufeffAnswer,Count\r\n"\'=HYPERLINK(""http://x"")",-3\r\n"a,b",2\r\n\'@cmd,1\r\n')
})
