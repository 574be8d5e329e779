/** Documents and images through the whole service: uploaded, completed, converted by a worker, read from the database. */

import { execFile } from 'node:child_process'
import { existsSync, openAsBlob, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { type Import, makeProject, readText, waitForFinal } from '../../../test/harness/imports.ts'

const folder = join(import.meta.dirname, '../../../../../../shared/samples/documents')
const samples = existsSync(folder) ? readdirSync(folder).sort() : []

let bench: ImportBench
beforeAll(async () => {
  bench = await openImportBench()
})
afterAll(() => bench.close())

interface Page {
  source: string
  text: string
}

/** What the text of a sample must contain; locked samples must fail instead. */
function expectedMarker(name: string): RegExp | 'locked' {
  if (name.startsWith('locked')) return 'locked'
  if (name.startsWith('img.')) return /image-marker-42/
  if (name.startsWith('p10')) return /slide-marker-1\b.*slide-marker-2\b/s
  if (name.startsWith('d2')) return /page-marker-1\b.*page-marker-2\b/s
  if (name.startsWith('a1')) return /pdf-marker-1\b/
  if (name.startsWith('scan1')) return /scan-marker-1/
  return /\w/
}

describe.runIf(samples.length > 0)('every sample document and image', () => {
  it('INS-7 FIL-4 ends completed with its markers in the text, or in error as password-protected', async () => {
    const begun: Import[] = []
    for (const name of samples) begun.push(await bench.importFile(name, await openAsBlob(join(folder, name))))
    const outcomes = await waitForFinal(bench.app.deps.db, begun, 400_000)
    for (const [i, name] of samples.entries()) {
      const outcome = outcomes[i]
      const marker = expectedMarker(name)
      if (marker === 'locked') {
        expect([name, outcome?.state, outcome?.failure_code]).toEqual([name, 'error', 'password_protected'])
        continue
      }
      expect([name, outcome?.state]).toEqual([name, 'completed'])
      const text = await readText(bench.app.deps.db, outcome?.extraction_id ?? 0)
      expect([name, marker.test(text)]).toEqual([name, true])
    }
    process.stdout.write(`samples documents=${begun.length} final=${outcomes.length}\n`)
  }, 420_000)
})

/** A PNG of the word `Münzfälscher`. */
async function drawnWord(): Promise<Blob> {
  const drawing = 'BT /F 40 Tf 40 150 Td (M\\374nzf\\344lscher) Tj ET'
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 250]/Resources<</Font<</F ${font}>>>>/Contents 4 0 R>>`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    page,
    `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  const pdf = `%PDF-1.4\n${objects.join('')}trailer <</Root 1 0 R/Size 5>>\n%%EOF\n`
  const drawn = promisify(execFile)('pdftoppm', ['-png', '-r', '150', '-'], { encoding: 'buffer' })
  drawn.child.stdin?.end(pdf)
  return new Blob([(await drawn).stdout])
}

describe('an image', () => {
  it('FIL-4 is read in the languages of its project, with a notice if one of them is not installed', async () => {
    const { app, token } = bench
    const { db } = app.deps
    const languages = { transcript_language: 'de-DE', supported_languages: ['de-DE', 'is-IS'] }
    const projectId = await makeProject(app.url, token, languages)
    const one = await bench.importFile('münze.png', await drawnWord(), { projectId })
    const [outcome] = await waitForFinal(db, [one])
    expect(await readText(db, outcome?.extraction_id ?? 0)).toContain('Münzfälscher')
    const { rows } = await sql<{ notices: string[] }>`
      select notices from extraction where id = ${outcome?.extraction_id ?? 0}`.execute(db)
    expect(rows).toEqual([{ notices: ['ocr_language_missing'] }])
  })
})

describe('a processed document', () => {
  it('FIL-4 has a page of text for each page, a viewer PDF and a thumbnail in the store', async () => {
    const one = await bench.importFile('Notizen.txt', `Erste Seite mit Umlauten: äöü\n\f\nZweite Seite\n`)
    const [outcome] = await waitForFinal(bench.app.deps.db, [one])
    const id = outcome?.extraction_id ?? 0
    const { rows: pages } = await sql<Page>`
      select source, text from extraction_page where extraction_id = ${id} order by number`.execute(
      bench.app.deps.db,
    )
    expect(pages.map((page) => page.text).join('\n')).toContain('äöü')
    const { rows } = await sql<{ page_count: number; viewer_key: string; thumbnail_key: string }>`
      select page_count, viewer_key, thumbnail_key from extraction where id = ${id}`.execute(
      bench.app.deps.db,
    )
    expect(rows[0]?.page_count).toBe(pages.length)
    for (const key of [rows[0]?.viewer_key, rows[0]?.thumbnail_key]) {
      expect((await bench.app.deps.store.head(key ?? ''))?.bytes).toBeGreaterThan(100)
    }
  })
})
