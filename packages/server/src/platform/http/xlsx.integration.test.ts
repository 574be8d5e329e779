/** Opens workbooks in LibreOffice. */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeXlsx, type XlsxRow } from './xlsx.ts'

const run = promisify(execFile)
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'xlsx-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** All sheets as comma-separated lines, as displayed, with cells in quotes if they are texts. */
async function openInCalc(workbook: Readable): Promise<Record<string, string>> {
  const path = join(dir, 'book.xlsx')
  await pipeline(workbook, createWriteStream(path))
  const out = join(dir, 'out')
  const options = '44,34,76,1,,0,true,true,false,false,false,-1'
  await run(
    'soffice',
    [
      `-env:UserInstallation=file://${join(dir, 'profile')}`,
      '--headless',
      '--convert-to',
      `csv:Text - txt - csv (StarCalc):${options}`,
      '--outdir',
      out,
      path,
    ],
    { timeout: 120_000 },
  )
  const names = (await readdir(out)).toSorted()
  const read = async (name: string): Promise<[string, string]> => [
    name.slice('book-'.length, -4),
    await readFile(join(out, name), 'utf8'),
  ]
  return Object.fromEntries(await Promise.all(names.map(read)))
}

async function* batches(...given: XlsxRow[][]): AsyncGenerator<XlsxRow[]> {
  yield* given
}

it('keeps numbers, times and texts of every kind', async () => {
  const texts = [
    '=1+1',
    '<b>&amp; "quoted"</b>',
    'Zürich, ‏שלום',
    ' spaces ',
    '_x0041_',
    'cut '.repeat(9000),
    'two\nlines',
  ]
  const rows = texts.map((text, i): XlsxRow => [i, new Date('2026-11-19T08:30:15Z'), null, text])
  const sheets = await openInCalc(
    writeXlsx({ sheetName: 'Responses', header: ['Number', 'Time', 'Empty', 'Text'], rows: batches(rows) }),
  )
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const shown = texts.map((text) => (text.length > 32_767 ? `${text.slice(0, 32_766)}…` : text))
  expect(sheets['Responses']).toBe(
    `"Number","Time","Empty","Text"\n${shown.map((text, i) => `${i},2026-11-19 08:30:15,,${quote(text)}\n`).join('')}`,
  )
})

it('continues in further sheets', async () => {
  const numbered = (from: number, to: number): XlsxRow[] =>
    Array.from({ length: to - from + 1 }, (_, i) => [from + i])
  const table = { sheetName: 'List', header: ['N'], rows: batches(numbered(1, 5), [], numbered(6, 8)) }
  expect(await openInCalc(writeXlsx(table, { rowsPerSheet: 4 }))).toEqual({
    List: '"N"\n1\n2\n3\n',
    'List 2': '"N"\n4\n5\n6\n',
    'List 3': '"N"\n7\n8\n',
  })
})

it('is a valid workbook without rows', async () => {
  const table = { sheetName: 'Empty', header: ['A', 'B'], rows: batches() }
  expect(await openInCalc(writeXlsx(table))).toEqual({ Empty: '"A","B"\n' })
})

it('fails if the rows cannot be read', async () => {
  async function* failing(): AsyncGenerator<XlsxRow[]> {
    yield [['first']]
    throw new Error('The database is gone.')
  }
  const workbook = writeXlsx({ sheetName: 'Broken', header: ['A'], rows: failing() })
  await expect(pipeline(workbook, createWriteStream(join(dir, 'broken.xlsx')))).rejects.toThrow('is gone')
})
