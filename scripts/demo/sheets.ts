/** Writes PDFs with text and coloured boxes, which is all that the demo's documents and images need. */
export type Mark =
  | { kind: 'text'; x: number; y: number; size: number; isBold?: boolean; text: string }
  | { kind: 'box'; x: number; y: number; width: number; height: number; fill: string }

/** In points, from the top left corner. */
export interface Sheet {
  width: number
  height: number
  marks: readonly Mark[]
}

export interface Section {
  heading: string
  paragraphs: readonly string[]
}

const a4 = { width: 595, height: 842 }
const margin = 72
const body = { size: 11, line: 16 }

/** Title, then sections; a new page where one is full. */
export function layOut(title: string, byline: string, sections: readonly Section[]): Sheet[] {
  const sheets: Mark[][] = [[]]
  let y = margin + 12
  const put = (text: string, size: number, line: number, isBold = false) => {
    if (y + line > a4.height - margin) {
      sheets.push([])
      y = margin + 12
    }
    sheets.at(-1)?.push({ kind: 'text', x: margin, y, size, isBold, text })
    y += line
  }
  put(title, 22, 30, true)
  put(byline, 10, 34)
  for (const { heading, paragraphs } of sections) {
    // Keep a heading with its first paragraph.
    if (y + 3 * body.line > a4.height - margin) y = a4.height
    put(heading, 14, 24, true)
    for (const paragraph of paragraphs) {
      for (const line of wrap(paragraph, 86)) put(line, body.size, body.line)
      y += 8
    }
    y += 8
  }
  return sheets.map((marks, index) => ({
    ...a4,
    marks: [
      ...marks,
      { kind: 'text', x: margin, y: a4.height - 40, size: 9, text: `${title} · ${index + 1}` },
    ],
  }))
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

export function writeSheets(sheets: readonly Sheet[]): Buffer {
  const first = 5
  const kids = sheets.map((_, index) => `${first + index * 2} 0 R`)
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  for (const [index, sheet] of sheets.entries()) {
    const drawing = sheet.marks.map((mark) => draw(mark, sheet.height)).join('\n')
    const size = `[0 0 ${sheet.width} ${sheet.height}]`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox${size}/Resources<</Font<</R 3 0 R/B 4 0 R>>>>/Contents ${first + index * 2 + 1} 0 R>>`,
      `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    )
  }
  return assemble(objects)
}

function draw(mark: Mark, height: number): string {
  if (mark.kind === 'box') {
    const { x, y, width, fill } = mark
    return `${colour(fill)} rg ${x} ${height - y - mark.height} ${width} ${mark.height} re f`
  }
  const { x, y, size, isBold, text } = mark
  return `BT 0.1 0.12 0.14 rg /${isBold ? 'B' : 'R'} ${size} Tf ${x} ${height - y} Td (${escaped(text)}) Tj ET`
}

function colour(hex: string): string {
  return [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')
}

/** The characters of our texts that Windows-1252 has beyond Latin-1. */
const beyondLatin: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\()]/g, '\\$&')
    .replaceAll(/[€…‘’“”•–]/g, (char) => String.fromCharCode(beyondLatin[char] ?? 0x3f))
}

function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
