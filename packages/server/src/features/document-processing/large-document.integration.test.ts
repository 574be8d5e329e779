/** Memory of the worker while it processes a very large PDF. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rounds } from '../../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { readText, waitForFinal } from '../../../test/harness/imports.ts'
import { peakMiB } from '../../../test/harness/memory.ts'

const MiB = 1024 * 1024

let bench: ImportBench
let folder: string
beforeAll(async () => {
  bench = await openImportBench({ env: { INLET_WORKER_SLOTS: '1' } })
  folder = await mkdtemp(join(tmpdir(), 'inlet-large-'))
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

/** Pages with a line of text and an image of noise, which does not compress. */
async function writeLargePdf(path: string, megabytes: number): Promise<void> {
  const file = createWriteStream(path)
  let offset = 0
  const offsets = new Map<number, number>()
  const write = async (data: string | Buffer) => {
    offset += Buffer.byteLength(data)
    if (!file.write(data)) await once(file, 'drain')
  }
  const object = async (id: number, ...parts: (string | Buffer)[]) => {
    offsets.set(id, offset)
    await write(`${id} 0 obj`)
    for (const part of parts) await write(part)
    await write('endobj\n')
  }
  const side = 591 // three bytes a pixel: one mebibyte
  const pages = Array.from({ length: megabytes }, (_, i) => 10 + i * 3)
  await write('%PDF-1.4\n')
  await object(1, '<</Type/Catalog/Pages 2 0 R>>')
  await object(2, `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]>>`)
  await object(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  for (const [i, id] of pages.entries()) {
    const content = `q 400 0 0 400 50 50 cm /I Do Q BT /F 20 Tf 60 600 Td (large-page-${i + 1}) Tj ET`
    await object(
      id,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 700]/Contents ${id + 1} 0 R/Resources<</Font<</F 3 0 R>>/XObject<</I ${id + 2} 0 R>>>>>>`,
    )
    await object(id + 1, `<</Length ${content.length}>>stream\n${content}\nendstream`)
    const pixels = randomBytes(side * side * 3)
    const image = `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Length ${pixels.length}>>stream\n`
    await object(id + 2, image, pixels, '\nendstream')
  }
  const start = offset
  const last = Math.max(...offsets.keys())
  await write(`xref\n0 ${last + 1}\n`)
  for (let id = 0; id <= last; id += 1) {
    const at = offsets.get(id)
    await write(at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`)
  }
  await write(`trailer<</Size ${last + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  file.end()
  await once(file, 'close')
}

it('processes a large PDF with less than 300 MB of worker memory', async () => {
  const megabytes = rounds(80, 495)
  const path = join(folder, 'large.pdf')
  await writeLargePdf(path, megabytes)
  const blob = await openAsBlob(path)
  expect(blob.size).toBeGreaterThan(megabytes * 0.99 * MiB)
  const one = await bench.importFile('large.pdf', blob, { kind: 'insights' })
  const [outcome] = await waitForFinal(bench.app.deps.db, [one], 400_000)
  expect(outcome).toMatchObject({ state: 'completed', failure_code: null })
  const text = await readText(bench.app.deps.db, outcome?.extraction_id ?? 0)
  expect(text).toContain(`large-page-${megabytes}`)
  const peak = peakMiB(bench.workers[0]?.pid)
  expect(peak).toBeLessThan(300)
  process.stdout.write(
    `large document_mb=${Math.round(blob.size / MiB)} worker_peak_mb=${Math.round(peak)}\n`,
  )
}, 600_000)
