/** Generates uploads with known content and checks that every row is a header row, a response or a reported skipped row. */
import { expect, it } from 'vitest'
import { type GeneratedPart, type GeneratedUpload, generateUpload } from '../test/generated-upload.ts'
import { rounds } from '../test/rounds.ts'
import { openSamples } from '../test/samples.ts'
import { columnPositions } from './header/compare-headers.ts'
import { detectHeaderRows, type KnownColumn, repeatedHeaderRows } from './header/header-rows.ts'
import { type OpenSurveyOptions, openSurvey } from './read/open-survey.ts'
import { splitSurvey } from './split-survey.ts'

type Read = Awaited<ReturnType<typeof readPart>>

async function readPart(bytes: Uint8Array, headerOf: NonNullable<OpenSurveyOptions['headerOf']>) {
  const survey = await openSurvey([bytes], { headerOf })
  const responses = (await Array.fromAsync(survey.responses)).flat().map(({ cells }) => cells)
  const { names, header, headerRows } = survey
  return { names, header, headerRows, responses, skipped: survey.skipped() }
}

/** Like the service: the first part determines the header rows, and later parts are compared with it. */
async function readParts(parts: readonly Uint8Array[], mapping: GeneratedUpload['mapping']): Promise<Read[]> {
  const read: Read[] = []
  let known: KnownColumn[] = []
  for (const bytes of parts) {
    const isFirst = read.length === 0
    const part = await readPart(bytes, (rows) =>
      isFirst ? detectHeaderRows(rows, mapping) : repeatedHeaderRows(rows, known),
    )
    const extra = part.headerRows.slice(1)
    if (isFirst)
      known = part.names.map((name, at) => ({ name, cells: extra.map(({ cells }) => cells[at] ?? '') }))
    read.push(part)
  }
  return read
}

function check(upload: GeneratedUpload, written: GeneratedPart, read: Read, where: string) {
  const places = columnPositions(upload.names, read.names)
  const inOrder = read.responses.map((cells) => places.map((place) => cells[place ?? -1] ?? ''))
  expect(read.header.count, where).toBe(written.headerRows)
  expect(inOrder, where).toEqual(written.responses)
  expect(read.skipped.rows, where).toEqual(written.skipped)
  expect(read.header.count + inOrder.length + read.skipped.count, where).toBe(written.writtenRows)
}

const totals = { uploads: 0, files: 0, written: 0, header: 0, saved: 0, skipped: 0 }

async function checkUpload(upload: GeneratedUpload, where: string) {
  const written = [...upload.parts, ...upload.appended]
  const read = await readParts(
    written.map(({ bytes }) => bytes),
    upload.mapping,
  )
  for (const [index, part] of written.entries()) {
    const found = read[index]
    if (!found) throw new Error('Expected every part to be read.')
    check(upload, part, found, `${where}, part ${index + 1}`)
    totals.files++
    totals.written += part.writtenRows
    totals.header += found.header.count
    totals.saved += found.responses.length
    totals.skipped += found.skipped.count
  }
  totals.uploads++
}

const total = rounds(300, 10_000)

it(`COL-6 COL-7 REC-10 neither loses nor invents a row in ${total} generated uploads, half of them with one header row`, async () => {
  for (let seed = 1; seed <= total; seed++) {
    const isSingle = seed % 2 === 0
    const upload = isSingle ? generateUpload(seed, 'single') : generateUpload(seed)
    await checkUpload(upload, `seed ${seed}, ${upload.kind}, ${upload.shape}`)
  }
  const { uploads, files, written, header, saved, skipped } = totals
  console.info(
    `${files} files in ${uploads} uploads: ${written} rows written = ${header} header + ${saved} responses + ${skipped} skipped`,
  )
  expect(header + saved + skipped).toBe(written)
}, 900_000)

it(`COL-6 never treats a response as a header row in ${rounds(500, 5000)} files with one header row`, async () => {
  const shapes = new Map<string, number>()
  for (let seed = 1; seed <= rounds(500, 5000); seed++) {
    const upload = generateUpload(seed * 7 + 3, 'single')
    const [first] = upload.parts
    if (!first) throw new Error('Expected at least one part.')
    for (const mapping of [upload.mapping, {}]) {
      const read = await readPart(first.bytes, (rows) => detectHeaderRows(rows, mapping))
      check(upload, first, read, `seed ${seed}, ${upload.shape}`)
    }
    shapes.set(upload.shape, (shapes.get(upload.shape) ?? 0) + 1)
  }
  console.info(`0 false header rows in ${rounds(500, 5000)} files of ${shapes.size} shapes`)
}, 900_000)

it('splits a file into small parts that contain the same responses', async () => {
  for (let seed = 1; seed <= rounds(200, 2000); seed++) {
    const upload = generateUpload(seed * 11 + 5)
    const [first] = upload.parts
    if (!first) throw new Error('Expected at least one part.')
    const parts = await Array.fromAsync(splitSurvey([first.bytes], { maxRowsPerPart: 3 }))
    const read = await readParts(
      parts.map(({ bytes }) => bytes),
      upload.mapping,
    )
    expect(
      read.flatMap(({ responses }) => responses),
      `seed ${seed}`,
    ).toEqual(first.responses)
  }
}, 900_000)

const samples = openSamples()

it.runIf(samples.length > 0)('COL-6 recognizes the header rows of every real export', async () => {
  const several = samples.filter(({ label }) => label.header_rows > 1)
  for (const { file, label, open } of samples) {
    const survey = await open()
    await survey.responses.return()
    expect(survey.header.count, file).toBe(label.header_rows)
  }
  console.info(`${several.length} of ${several.length} exports with several header rows recognized`)
})
