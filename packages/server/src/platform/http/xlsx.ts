/**
 * Workbooks of one table. Rows are read while the archive is written, so memory stays constant. Texts are inline
 * strings, which a spreadsheet never evaluates as formulas.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type XlsxCell = string | number | Date | null
export type XlsxRow = readonly XlsxCell[]

export interface XlsxTable {
  /** At most 28 characters, without `[]:*?/\`. Further sheets have a number after it. */
  sheetName: string
  header: readonly string[]
  /** Several rows at a time. */
  rows: AsyncIterable<readonly XlsxRow[]>
}

/** Limits of the format. */
const maxRowsPerSheet = 1_048_576
const maxCellChars = 32_767

/** Rows that do not fit in one sheet continue in further sheets, each with the header. */
export function writeXlsx(table: XlsxTable, { rowsPerSheet = maxRowsPerSheet } = {}): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  addParts(zip, table, rowsPerSheet).catch(fail)
  return output
}

async function addParts(zip: ZipFile, table: XlsxTable, rowsPerSheet: number): Promise<void> {
  const rows = createRowQueue(table.rows)
  const sheets: string[] = []
  do {
    sheets.push(sheets.length === 0 ? table.sheetName : `${table.sheetName} ${sheets.length + 1}`)
    const sheet = Readable.from(writeSheet(table.header, rows, rowsPerSheet))
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets.length}.xml`)
    await finished(sheet)
  } while (await rows.hasMore())
  for (const [path, text] of Object.entries(packageParts(sheets))) zip.addBuffer(Buffer.from(text), path)
  zip.end()
}

interface RowQueue {
  hasMore(): Promise<boolean>
  /** The next rows, at most `limit`; none at the end. */
  take(limit: number): Promise<readonly XlsxRow[]>
}

function createRowQueue(batches: AsyncIterable<readonly XlsxRow[]>): RowQueue {
  const iterator = batches[Symbol.asyncIterator]()
  let waiting: readonly XlsxRow[] = []
  const hasMore = async () => {
    while (waiting.length === 0) {
      const next = await iterator.next()
      if (next.done) return false
      waiting = next.value
    }
    return true
  }
  return {
    hasMore,
    async take(limit) {
      if (!(await hasMore())) return []
      const taken = waiting.slice(0, limit)
      waiting = waiting.slice(limit)
      return taken
    },
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const headerStyle = 1
const timeStyle = 2

async function* writeSheet(
  header: readonly string[],
  rows: RowQueue,
  rowsPerSheet: number,
): AsyncGenerator<string> {
  const columns = header.map((_, i) => columnName(i))
  yield `${declaration}<worksheet xmlns="${main}">` +
    // The header stays in view.
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${columns.length}" width="18" customWidth="1"/></cols><sheetData>` +
    writeRow(columns, 1, header, headerStyle)
  let count = 1
  while (count < rowsPerSheet) {
    const taken = await rows.take(rowsPerSheet - count)
    if (taken.length === 0) break
    const first = count + 1
    yield taken.map((row, i) => writeRow(columns, first + i, row)).join('')
    count += taken.length
  }
  yield `</sheetData><autoFilter ref="A1:${columns.at(-1)}${count}"/></worksheet>`
}

/** A, B, …, Z, AA, AB, … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

function writeRow(columns: readonly string[], number: number, cells: XlsxRow, style = 0): string {
  let xml = `<row r="${number}">`
  for (const [i, cell] of cells.entries()) {
    if (cell !== null && cell !== '') xml += writeCell(`${columns[i]}${number}`, cell, style)
  }
  return `${xml}</row>`
}

function writeCell(place: string, cell: string | number | Date, style: number): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
  const days = daysSince1900(cell)
  return days < firstReliableDay
    ? writeCell(place, cell.toISOString(), style)
    : `<c r="${place}" s="${timeStyle}"><v>${days}</v></c>`
}

/** Spreadsheets disagree about earlier days, because one of the first programs took 1900 for a leap year. */
const firstReliableDay = 61
const daysSince1900 = (time: Date): number => time.getTime() / 86_400_000 + 25_569

/** Characters that XML cannot contain or changes, and an underscore that would be read as the start of such an escape. */
const special = /(?![\t\n])[&<>\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu

const escapeText = (text: string): string =>
  shorten(text).replace(special, (found) => {
    if (found === '&') return '&amp;'
    if (found === '<') return '&lt;'
    if (found === '>') return '&gt;'
    return `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })

/** Does not cut a character that takes two places. */
const shorten = (text: string): string =>
  text.length <= maxCellChars ? text : `${text.slice(0, maxCellChars - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** What a workbook consists of besides its sheets. */
function packageParts(sheets: readonly string[]): Record<string, string> {
  const numbers = sheets.map((_, i) => i + 1)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const packaging = 'http://schemas.openxmlformats.org/package/2006'
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${officeRelations}/${kind}" Target="${target}"/>`
  const relations = (all: readonly string[]) =>
    `${declaration}<Relationships xmlns="${packaging}/relationships">${all.join('')}</Relationships>`
  const override = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}" ContentType="${type}.${kind}+xml"/>`
  return {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${packaging}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      override('workbook.xml', 'sheet.main') +
      override('styles.xml', 'styles') +
      numbers.map((n) => override(`worksheets/sheet${n}.xml`, 'worksheet')).join('') +
      '</Types>',
    '_rels/.rels': relations([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>` +
      numbers
        .map((n) => `<sheet name="${escapeText(sheets[n - 1] ?? '')}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ...numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)),
      relation(sheets.length + 1, 'styles', 'styles.xml'),
    ]),
    'xl/styles.xml':
      `${declaration}<styleSheet xmlns="${main}">` +
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
      '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
      '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  }
}
