/** Small workbooks and presentations. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rawZip } from '../../../../acceptance/harness/zip.ts'

interface WorkSheet {
  name: string
  /** One cell per row. */
  rows: readonly string[]
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const main = `xmlns="${openXml}/spreadsheetml/2006/main"`

export function workbook(name: string, sheets: readonly WorkSheet[]): { name: string; buffer: Buffer } {
  const numbers = sheets.map((_, index) => index + 1)
  const override = (path: string, type: string) =>
    `<Override PartName="${path}" ContentType="${part}.${type}+xml"/>`
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${openXml}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${xml}<Relationships xmlns="${openXml}/package/2006/relationships">${inner}</Relationships>`
  const cell = (text: string, index: number) =>
    `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`
  const listed = sheets
    .map((sheet, index) => `<sheet name="${sheet.name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')
  const parts = [
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${numbers.map((n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relations(relation(1, 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `${xml}<workbook ${main} xmlns:r="${openXml}/officeDocument/2006/relationships"><sheets>${listed}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')),
    },
    ...sheets.map(({ rows }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `${xml}<worksheet ${main}><sheetData>${rows.map(cell).join('')}</sheetData></worksheet>`,
    })),
  ]
  const buffer = rawZip(parts.map(({ name: path, content }) => ({ path, content: Buffer.from(content) })))
  return { name, buffer }
}

const openDocument = (part: string) => `urn:oasis:names:tc:opendocument:xmlns:${part}:1.0`

/** One slide for each text, written by LibreOffice. */
export async function presentation(
  name: string,
  texts: readonly string[],
): Promise<{ name: string; buffer: Buffer }> {
  const slides = texts.map(
    (text) =>
      `<draw:page><draw:frame svg:x="1cm" svg:y="1cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`,
  )
  const names = ['office', 'drawing', 'text', 'svg-compatible'].map(
    (part) =>
      `xmlns:${part === 'drawing' ? 'draw' : part.replace('-compatible', '')}="${openDocument(part)}"`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'inlet-slides-'))
  try {
    const source = join(folder, 'slides.fodp')
    await writeFile(
      source,
      `<?xml version="1.0" encoding="UTF-8"?><office:document ${names.join(' ')} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>${slides.join('')}</office:presentation></office:body></office:document>`,
    )
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    await promisify(execFile)(
      'soffice',
      [profile, '--headless', '--convert-to', 'pptx', '--outdir', folder, source],
      { timeout: 120_000 },
    )
    return { name, buffer: await readFile(join(folder, 'slides.pptx')) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
