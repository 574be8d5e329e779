/**
 * Small generated files, so that a clone needs no samples. No two have the same content, because the workspace notices
 * duplicates.
 */
import { randomInt, randomUUID } from 'node:crypto'

export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PDF of one page with a line of text. */
export const pdf = (name: string, text = 'Field notes of the first day'): PickedFile => pdfOf(name, [[text]])

/** A PDF whose pages contain these lines. */
export function pdfOf(name: string, pages: readonly (readonly string[])[]): PickedFile {
  const numberOf = (page: number) => 4 + page * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, page) => {
      const content = `BT /F1 18 Tf 24 TL 60 760 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${numberOf(page) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  const chunks = ['%PDF-1.4\n']
  let at = 9
  const offsets = objects.map((object, place) => {
    const chunk = `${place + 1} 0 obj\n${object}\nendobj\n`
    chunks.push(chunk)
    at += chunk.length
    return at - chunk.length
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  chunks.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`)
  chunks.push(
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n% ${randomUUID()}\n`,
  )
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(chunks.join(''), 'latin1') }
}

/** A WAV file with a quiet tone and no speech. */
export function tone(name: string, seconds = 60): PickedFile {
  const rate = 8000
  const samples = rate * seconds
  const buffer = Buffer.alloc(44 + samples * 2)
  buffer.write('RIFF', 0)
  buffer.writeUInt32LE(36 + samples * 2, 4)
  buffer.write('WAVEfmt ', 8)
  buffer.writeUInt32LE(16, 16)
  buffer.writeUInt16LE(1, 20)
  buffer.writeUInt16LE(1, 22)
  buffer.writeUInt32LE(rate, 24)
  buffer.writeUInt32LE(rate * 2, 28)
  buffer.writeUInt16LE(2, 32)
  buffer.writeUInt16LE(16, 34)
  buffer.write('data', 36)
  buffer.writeUInt32LE(samples * 2, 40)
  for (let sample = 0; sample < samples; sample += 1) {
    const swell = Math.sin((sample / rate) * 0.7) * Math.sin((sample / rate) * 3.1)
    buffer.writeInt16LE(
      Math.round(Math.sin((sample / rate) * 2 * Math.PI * 220) * 6000 * swell),
      44 + sample * 2,
    )
  }
  for (let sample = 0; sample < 8; sample += 1) buffer.writeInt16LE(randomInt(-1000, 1000), 44 + sample * 2)
  return { name, mimeType: 'audio/wav', buffer }
}

/** A file with a PDF name and invalid content. */
export const brokenPdf = (name: string): PickedFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('this is not a document'),
})

const tools = ['Slack', 'Jira', 'Figma', 'Zoom']

export function surveyCsv(name: string, rows = 60): PickedFile {
  const lines = Array.from({ length: rows }, (_, row) =>
    [
      `2026-10-${String((row % 28) + 1).padStart(2, '0')} 10:00:00`,
      `person${row}@example.test`,
      ['Daily', 'Weekly', 'Monthly'][row % 3],
      `"${tools[row % 4]}, ${tools[(row + 1) % 4]}"`,
      row % 11,
      `"The export took too long on day ${row}, so I gave up"`,
    ].join(','),
  )
  const header =
    'Timestamp,Email address,How often do you use it?,Which tools do you use?,How likely are you to recommend us?,What would you change?'
  return { name, mimeType: 'text/csv', buffer: Buffer.from([header, ...lines, ''].join('\n')) }
}
