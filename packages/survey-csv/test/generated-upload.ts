/**
 * Generates realistic survey uploads from a seed, with 1 to 5 parts and appended parts. The expected result for every row is
 * known, so tests need no reference reader.
 */
import type { SkippedRowCode } from '../src/read/row-builder.ts'

export type GeneratedKind = 'single' | 'Qualtrics' | 'SurveyMonkey' | 'Typeform'

export type GeneratedPart = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headerRows: number
  /** The cells of every response, in the column order of the first part. */
  readonly responses: readonly (readonly string[])[]
  readonly skipped: readonly { readonly row: number; readonly code: SkippedRowCode }[]
  /** All rows, including header rows and skipped rows. */
  readonly writtenRows: number
}

export type GeneratedUpload = {
  readonly kind: GeneratedKind
  /** What makes the header rows hard to detect. */
  readonly shape: string
  readonly mapping: Readonly<Record<string, 'Single choice'>>
  readonly headerRows: number
  readonly names: readonly string[]
  readonly parts: readonly GeneratedPart[]
  readonly appended: readonly GeneratedPart[]
}

type Random = {
  /** From 0 to `below` - 1. */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

function createRandom(seed: number): Random {
  let state = (seed * 0x9e3779b9) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return { int, chance: (share) => next() < share, pick: (list) => list[int(list.length)] as never }
}

/** The row of names, and either further header rows or a first response that looks like one. */
type Table = {
  readonly kind: GeneratedKind
  readonly shape: string
  readonly header: readonly string[]
  readonly extra: readonly (readonly string[])[]
  readonly firstResponse?: readonly string[]
}

const questions = [
  'How satisfied are you?',
  'Why?',
  'Plan',
  'Which tools do you use?',
  'Age',
  'Would you recommend us?',
  'Größe',
  'Qu’en pensez-vous ?',
  'Name',
  'E-mail',
]
const answers = [
  'Yes',
  'No',
  'Very satisfied',
  '7',
  '10',
  'Slack',
  'Jira',
  '2025-03-01 10:00',
  'anna@example.org',
  'n/a',
  'Response',
  'It is quick, and quiet',
  'two\nlines',
  'she said "hi"',
  'a;b',
  'très bien à Zürich',
]

/** Tables with a single header row, most with a first response that could be mistaken for a second one. */
const singleShapes: Record<string, (random: Random) => Pick<Table, 'header' | 'firstResponse'>> = {
  'a plain table': (random) => ({ header: headerOf(random, 1 + random.int(6)) }),
  'unnamed columns': (random) => ({
    header: headerOf(random, 2 + random.int(5)).map((name) => (random.chance(0.4) ? '' : name)),
  }),
  'an unnamed index': (random) => ({ header: ['', ...headerOf(random, 1 + random.int(4))] }),
  'a trailing delimiter': (random) => ({ header: [...headerOf(random, 1 + random.int(4)), ''] }),
  'options under unnamed columns': () => ({
    header: ['Name', 'Q1', '', '', 'Q2'],
    firstResponse: ['', 'Slack', 'Jira', 'Zoom', ''],
  }),
  'an anonymous respondent': (random) => ({
    header: ['Name', 'Q1', '', 'Q2'],
    firstResponse: ['', random.pick(answers), random.pick(answers), ''],
  }),
  'an anonymous "Response"': () => ({
    header: ['Name', 'Q1', ''],
    firstResponse: ['', 'Response', 'late'],
  }),
  'a row of "Response"': (random) => {
    const header = headerOf(random, 2 + random.int(5))
    return {
      header,
      firstResponse: header.map(() => random.pick(['Response', 'Open-Ended Response', 'response'])),
    }
  },
  '"Response" under unnamed columns': () => ({
    header: ['Q1', '', 'Q2', 'Q3'],
    firstResponse: ['Response', 'Response', 'Open-Ended Response', 'Response'],
  }),
  'one open-ended answer word': (random) => ({
    header: headerOf(random, 1 + random.int(3)),
    firstResponse: ['Open-Ended Response'],
  }),
  'a response with a respondent id': (random) => ({
    header: ['Respondent ID', 'Q1', '', 'Why?'],
    firstResponse: [`${random.int(1e9)}`, 'Slack', 'Jira', 'Open-Ended Response'],
  }),
  'a whole export with one header row': (random) => ({
    header: ['Respondent ID', 'Collector ID', 'Start Date', 'End Date', 'Q1', 'Why?'],
    firstResponse: [`${random.int(1e9)}`, '17', '', '', 'Response', 'Open-Ended Response'],
  }),
  'one answer like an import id': (random) => ({
    header: headerOf(random, 2 + random.int(3)),
    firstResponse: ['Ann', '{"ImportId":"QID1"}'],
  }),
  'the same import id everywhere': () => ({
    header: ['Q1', 'Q2', 'Q3'],
    firstResponse: Array.from({ length: 3 }, () => '{"ImportId":"QID1"}'),
  }),
  'a single column of import ids': () => ({ header: ['Q1'], firstResponse: ['{"ImportId":"QID1"}'] }),
  'the header repeated': (random) => {
    const header = headerOf(random, 2 + random.int(4))
    return { header, firstResponse: random.chance(0.5) ? header : header.map((name) => name.toLowerCase()) }
  },
  'group titles above data': (random) => ({
    header: ['', 'About you', '', '', ''],
    firstResponse: ['#', 'Linux', 'Windows', 'daily', random.pick(['2025-03-01', 'Submit date', ''])],
  }),
  'text in number columns': () => ({
    header: ['Name', 'Age', 'Score'],
    firstResponse: ['Ann', 'unknown', 'n/a'],
  }),
}

function headerOf(random: Random, width: number): string[] {
  const isRepeating = random.chance(0.1)
  return Array.from({ length: width }, (_, index) => {
    const question = questions[(index + random.int(3)) % questions.length] ?? ''
    return isRepeating ? question : `${question}${index > 2 ? ` ${index}` : ''}`
  })
}

function qualtricsTable(random: Random): Table {
  const own = ['StartDate', 'EndDate', 'Status', 'ResponseId'].slice(0, 1 + random.int(4))
  const asked = Array.from({ length: 1 + random.int(5) }, (_, index) => `Q${index + 1}`)
  const header = [...own, ...asked]
  const ids = header.map((name, index) =>
    random.chance(0.2) ? `{"ImportId":"${name}","timeZone":"Z"}` : `{"ImportId":"${name}_${index}"}`,
  )
  const texts = header.map((name) =>
    own.includes(name) ? name.replace(/(?=[A-Z])/g, ' ').trim() : `${name}: why?`,
  )
  return {
    kind: 'Qualtrics',
    shape: 'import ids',
    header,
    extra: random.chance(0.8) ? [texts, ids] : [ids],
  }
}

function surveyMonkeyTable(random: Random): Table {
  const own = ['Respondent ID', 'Collector ID', 'Start Date', 'End Date', 'IP Address'].slice(
    0,
    1 + random.int(5),
  )
  const header: string[] = [...own]
  const second: string[] = own.map(() => '')
  const groups = 1 + random.int(4)
  for (let group = 0; group < groups; group++) {
    const options = ['Slack', 'Jira', 'Zoom', 'Other (please specify)'].slice(0, 2 + random.int(3))
    header.push(`Which ones, ${group}?`, ...options.slice(1).map(() => ''))
    second.push(...options)
  }
  header.push('How satisfied?', 'Why?')
  second.push('Response', 'Open-Ended Response')
  return { kind: 'SurveyMonkey', shape: 'answer words', header, extra: [second] }
}

function typeformTable(random: Random): Table {
  const options = ['Linux', 'Windows', 'macOS', 'None'].slice(0, 2 + random.int(3))
  const header = ['', 'Which systems?', ...options.slice(1).map(() => ''), '', '']
  const second = ['#', ...options, 'Start Date (UTC)', random.pick(['Submit Date (UTC)', 'Network ID'])]
  return { kind: 'Typeform', shape: 'group titles', header, extra: [second] }
}

const delimiters = [',', ';', '\t'] as const
const lineEnds = ['\n', '\r\n', '\r'] as const
const encodings = ['utf-8', 'utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'windows-1252'] as const

export function generateUpload(seed: number, kind?: GeneratedKind): GeneratedUpload {
  const random = createRandom(seed)
  const table = tableOf(random, kind ?? random.pick(['single', 'Qualtrics', 'SurveyMonkey', 'Typeform']))
  const names = repaired(table.header)
  const mapping = mappingOf(random, names)
  const isOverruled = Object.keys(mapping).some((key) => names.includes(key))
  const headerRows = isOverruled ? 1 : 1 + table.extra.length
  const partCount = 1 + random.int(5)
  const shared = { table, names, headerRows }
  return {
    kind: table.kind,
    shape: table.shape,
    mapping,
    headerRows,
    names,
    parts: Array.from({ length: partCount }, (_, index) =>
      makePart(random, { ...shared, isFirst: index === 0, isAppended: false }),
    ),
    appended: Array.from({ length: random.chance(0.4) ? 1 + random.int(2) : 0 }, () =>
      makePart(random, { ...shared, isFirst: false, isAppended: true }),
    ),
  }
}

function tableOf(random: Random, kind: GeneratedKind): Table {
  if (kind === 'Qualtrics') return qualtricsTable(random)
  if (kind === 'SurveyMonkey') return surveyMonkeyTable(random)
  if (kind === 'Typeform') return typeformTable(random)
  const shape = random.pick(Object.keys(singleShapes))
  const single = singleShapes[shape]?.(random) ?? { header: ['a'] }
  return { kind: 'single', shape, extra: [], ...single }
}

/** Names as specified: empty ones by position, repeated ones with a unique number. */
function repaired(header: readonly string[]): string[] {
  const wanted = header.map((cell, index) => cell || `Column ${index + 1}`)
  const taken = new Set(wanted)
  const seen = new Set<string>()
  return wanted.map((name) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = 2
    while (taken.has(`${name} (${number})`)) number++
    taken.add(`${name} (${number})`)
    return `${name} (${number})`
  })
}

function mappingOf(random: Random, names: readonly string[]): GeneratedUpload['mapping'] {
  const kind = random.int(5)
  if (kind === 0) return { [random.pick(names)]: 'Single choice' }
  return kind === 1 ? { 'No such column': 'Single choice' } : {}
}

type PartPlan = {
  readonly table: Table
  readonly names: readonly string[]
  readonly headerRows: number
  readonly isFirst: boolean
  readonly isAppended: boolean
}

function makePart(
  random: Random,
  { table, names, headerRows, isFirst, isAppended }: PartPlan,
): GeneratedPart {
  const encoding = random.pick(encodings)
  const width = table.header.length
  // A single column has no delimiter to detect, so a comma is assumed.
  const writer = createWriter(random, {
    delimiter: width === 1 ? ',' : random.pick(delimiters),
    // CR line endings would be detected as Mac Roman.
    lineEnd: random.pick(encoding === 'windows-1252' ? lineEnds.slice(0, 2) : lineEnds),
  })
  // Appended parts may reorder and add columns. Reordered columns are matched by name, so they need one.
  const order = isAppended && random.chance(0.4) ? shuffled(random, width) : names.map((_, index) => index)
  const needsNames = isAppended && order.some((place, index) => place !== index)
  const added = isAppended && random.chance(0.2) ? ['Added later'] : []
  const place = (cells: readonly string[], rest = '') => [
    ...order.map((index) => cells[index] ?? ''),
    ...added.map(() => rest),
  ]
  const header = needsNames ? names : table.header
  writer.lead(encoding)
  writer.row([...order.map((index) => header[index] ?? ''), ...added])
  const repeats = isFirst || random.chance(0.5)
  const extra = repeats ? table.extra : []
  for (const cells of extra) writer.row(place(cells, 'x'))
  const isHeader = headerRows > 1
  const responses: string[][] = isHeader ? [] : extra.map((cells) => [...cells])
  const count = random.int(8)
  for (let index = 0; index < count; index++) {
    writer.emptyRows()
    const hard = index === 0 && (isFirst || random.chance(0.5)) ? table.firstResponse : undefined
    const cells = hard ? names.map((_, at) => hard[at] ?? '') : responseOf(random, width)
    responses.push(cells)
    writer.response(place(cells), width + added.length)
  }
  writer.emptyRows()
  const { text, rows, skipped } = writer.finish()
  return {
    bytes: encode(text, encoding),
    headerRows: isHeader ? 1 + extra.length : 1,
    responses,
    skipped,
    writtenRows: rows,
  }
}

function shuffled(random: Random, count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index--) {
    const other = random.int(index + 1)
    const held = order[index] ?? 0
    order[index] = order[other] ?? 0
    order[other] = held
  }
  return order
}

/** Has at least one value, because a response without values is an empty row. */
function responseOf(random: Random, width: number): string[] {
  const cells = Array.from({ length: width }, () => (random.chance(0.3) ? '' : random.pick(answers)))
  cells[random.int(width)] = random.pick(answers)
  return cells
}

function createWriter(random: Random, { delimiter, lineEnd }: { delimiter: string; lineEnd: string }) {
  const quotesAll = random.chance(0.2)
  const skipped: { row: number; code: SkippedRowCode }[] = []
  let width = 1
  let text = ''
  let rows = 0
  const line = (content: string) => {
    text += content + lineEnd
    rows++
  }
  const quote = (cell: string) => {
    const isSpecial = /[",;\t\r\n]/.test(cell) || cell.startsWith('\ufeff')
    return isSpecial || quotesAll || random.chance(0.05) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  const join = (cells: readonly string[]) => cells.map(quote).join(delimiter) || '""'
  const skip = (content: string, code: SkippedRowCode) => {
    line(content)
    skipped.push({ row: rows, code })
  }
  return {
    /** Writes optional lines above the header. */
    lead(encoding: (typeof encodings)[number]) {
      if (random.chance(0.05) && encoding === 'utf-8') skip(`sep=${delimiter}`, 'delimiter_line')
      if (random.chance(0.05)) skip('', 'blank_line')
    },
    row(cells: readonly string[]) {
      width = cells.length
      line(join(cells))
    },
    response(cells: readonly string[], columns: number) {
      const last = cells.findLastIndex((cell) => cell !== '') + 1
      const ragged = random.int(6)
      if (ragged === 0) line(join(cells.slice(0, last)))
      else if (ragged === 1) line(join([...cells, ...Array.from({ length: 1 + random.int(4) }, () => '')]))
      else line(join(cells.slice(0, columns)))
    },
    emptyRows() {
      while (random.chance(0.2)) {
        const kind = random.int(4)
        if (kind === 0) skip('', 'blank_line')
        else if (kind === 1 && width > 1) skip(delimiter.repeat(width - 1), 'empty_row')
        else if (kind === 2) skip(delimiter.repeat(width + random.int(4)), 'empty_row')
        else if (width > 1) skip(Array.from({ length: width }, () => '""').join(delimiter), 'empty_row')
      }
    },
    finish() {
      const isEnded = random.chance(0.7) || !/[^\r\n]$/.test(text.slice(0, -lineEnd.length))
      return { text: isEnded ? text : text.slice(0, -lineEnd.length), rows, skipped }
    },
  }
}

function encode(text: string, encoding: (typeof encodings)[number]): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new Uint8Array(Buffer.from(text))
  if (encoding === 'utf-8 with mark') return new Uint8Array(Buffer.from(`\ufeff${text}`))
  if (encoding === 'windows-1252')
    return new Uint8Array(Buffer.from(text.replaceAll('’', '\u0092'), 'latin1'))
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(encoding === 'utf-16be' ? bytes.swap16() : bytes)
}
