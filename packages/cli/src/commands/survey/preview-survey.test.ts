import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../../test/folder.ts'
import { runMain } from '../../../test/run-main.ts'

const rows = Array.from(
  { length: 30 },
  (_, i) => `person-${i}@example.org;${i % 11};"Because it is quick, near; and number ${i} told me so."`,
)
const csv = ['Email;How likely are you to recommend us?;Why?', ...rows].join('\r\n')

describe('survey preview', () => {
  it('shows encoding, delimiter, header and each column, and sends nothing', async () => {
    const folder = await makeFolder({ 'spring.csv': Buffer.from(`\ufeff${csv}`, 'utf16le') })
    const { exitCode, stdout, stderr } = await runMain(['survey', 'preview', join(folder, 'spring.csv')])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('utf-16le, separated by semicolon, 1 header row, 30 responses, 1 part.')
    expect(stdout).toMatch(/^Email +Email +\d+% .*person-0@example.org/m)
    expect(stdout).toMatch(/^How likely.* NPS /m)
    expect(stderr).toBe('Nothing was sent.\n')
  })

  it('prints one JSON document with --json, and applies --map', async () => {
    const folder = await makeFolder({ 's.csv': csv })
    const { stdout } = await runMain([
      'survey',
      'preview',
      join(folder, 's.csv'),
      '--map',
      'Why?=Do nothing',
      '--json',
    ])
    const preview = JSON.parse(stdout) as { columns: Array<Record<string, unknown>> }
    expect(preview).toMatchObject({
      encoding: 'utf-8',
      delimiter: 'semicolon',
      header_rows: 1,
      responses: 30,
      parts: 1,
    })
    expect(preview.columns[2]).toMatchObject({ name: 'Why?', type: 'Do nothing', confidence: 1 })
    expect(preview.columns[0]?.['samples']).toHaveLength(3)
  })

  it('says which row is wrong', async () => {
    const folder = await makeFolder({ 's.csv': 'a,b\n1,2\n"open,3\n' })
    const { exitCode, stderr } = await runMain(['survey', 'preview', join(folder, 's.csv'), '--json'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'csv_quote_unclosed',
      error: expect.stringContaining('3'),
    })
  })
})
