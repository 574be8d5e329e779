/** Rejects workbooks, PDFs and compressed files with a specific message instead of an encoding error in row 1. */
import type { ByteSource } from '../encoding/decode.ts'
import { SurveyCsvError } from '../errors.ts'

const signatures: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'an Excel workbook or another ZIP file' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'a legacy Excel workbook' },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], what: 'a PDF document' },
  { bytes: [0x1f, 0x8b, 0x08], what: 'a compressed file' },
]

export async function* rejectOtherFormats(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  let isFirst = true
  for await (const chunk of source) {
    if (isFirst && chunk.length > 0) {
      isFirst = false
      const found = signatures.find(({ bytes }) => bytes.every((byte, index) => chunk[index] === byte))
      if (found) {
        const message = `The file is ${found.what}, not a CSV file. Save it as CSV and upload it again.`
        throw new SurveyCsvError({ code: 'csv_not_text', message, row: 1 })
      }
    }
    yield chunk
  }
}
