/** LibreOffice's names of its import filters and PDF export filters. */

const writer = 'writer_pdf_Export'
const calc = 'calc_pdf_Export'
const impress = 'impress_pdf_Export'

export type OfficeFilter = {
  readonly input: string
  readonly output: typeof writer | typeof calc | typeof impress
}

/** The library of the program behind each filter. */
export const moduleLibraries: Record<OfficeFilter['output'], string> = {
  [writer]: 'libswlo.so',
  [calc]: 'libsclo.so',
  [impress]: 'libsdlo.so',
}

export const officeFilters = {
  doc: { input: 'MS Word 97', output: writer },
  docx: { input: 'MS Word 2007 XML', output: writer },
  xls: { input: 'MS Excel 97', output: calc },
  xlsx: { input: 'Calc MS Excel 2007 XML', output: calc },
  ppt: { input: 'MS PowerPoint 97', output: impress },
  pptx: { input: 'Impress MS PowerPoint 2007 XML', output: impress },
} as const satisfies Record<string, OfficeFilter>

/** Plain text, laid out as pages by this package. */
export const flatTextFilter: OfficeFilter = { input: 'OpenDocument Text Flat XML', output: writer }
