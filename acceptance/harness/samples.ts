/** Small generated files, so that the suite needs no fixtures. */
import { readFileSync } from 'node:fs'

/** A PDF of one page with the given text. */
export function makePdf(text: string): Uint8Array<ArrayBuffer> {
  const content = `BT /F1 24 Tf 72 700 Td (${text.replaceAll(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = body.length
    body += `${i + 1} 0 obj${object}endobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(body + trailer, 'latin1'))
}

/** A white image, as an uncompressed bitmap. */
export function makeBmp(width: number, height: number): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + rowBytes * height, 0xff)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(0, 6)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  bytes.fill(0, 30, 54)
  return new Uint8Array(bytes)
}

/** A second of a tone, as an uncompressed wave file. */
export function makeWav(): Uint8Array<ArrayBuffer> {
  const rate = 16_000
  const bytes = Buffer.alloc(44 + rate * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  for (const [offset, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
  ] as const)
    bytes.writeUInt32LE(value, offset)
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    bytes.writeUInt16LE(value, offset)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(rate * 2, 40)
  for (let i = 0; i < rate; i += 1) {
    bytes.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / rate)), 44 + i * 2)
  }
  return new Uint8Array(bytes)
}

/** A second of a generated test picture with a tone. */
export function makeMp4(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL('../fixtures/second.mp4', import.meta.url)))
}
