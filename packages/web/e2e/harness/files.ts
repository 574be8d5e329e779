/** Small real files, made here so that a clone needs no samples. */
export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PDF of one page with a line of text. */
export function pdf(name: string, text = 'Field notes of the first day'): PickedFile {
  const content = `BT /F1 18 Tf 60 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, place) => {
    const at = body.length
    body += `${place + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = body.length
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(body, 'latin1') }
}

/** Says it is a PDF and is none. */
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
