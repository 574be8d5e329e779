/**
 * Character error rate of text recognition per language, on pages whose text is known: names of regions, languages and
 * currencies in that language, printed, drawn as a scan and read like an uploaded image. `--pages N` sets the pages per language.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  chooseOcrLanguages,
  listOcrLanguages,
  type OcrLanguages,
  probeSandbox,
  processDocument,
  processImage,
  type Sandbox,
  withWorkDir,
} from '@inlet/processors'
import { editDistance } from '../packages/processors/test/edit-distance.ts'
import { pagesOfNames } from './lib/pages-of-names.ts'

const locales = ['de-DE', 'fr-FR', 'es-ES', 'pl-PL', 'ru-RU', 'el-GR', 'ar-SA', 'he-IL']
const dotsPerInch = 150

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { pages: { type: 'string', default: '20' } },
})

export async function run(): Promise<void> {
  const workRoot = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  // Converters run as another user.
  await chmod(workRoot, 0o711)
  try {
    const sandbox = await probeSandbox({ workRoot })
    const installed = await listOcrLanguages(sandbox, workRoot)
    const rates: string[] = []
    for (const locale of locales) {
      const ocr = chooseOcrLanguages([locale], installed)
      if (ocr.missing.length > 0) throw new Error(`Run scripts/setup: ${locale} cannot be read.`)
      const rate = await measure(sandbox, workRoot, { locale, ocr })
      rates.push(`${locale.slice(0, 2)}=${(rate * 100).toFixed(2)}%`)
      console.log(`${locale} (${ocr.languages.join('+')}): ${rates.at(-1)}`)
    }
    console.log(`ocr pages=${values.pages} ${rates.join(' ')}`)
  } finally {
    await rm(workRoot, { recursive: true, force: true })
  }
}

async function measure(
  sandbox: Sandbox,
  workRoot: string,
  { locale, ocr }: { locale: string; ocr: OcrLanguages },
): Promise<number> {
  const totals = { errors: 0, characters: 0 }
  for (const text of pagesOfNames(locale, Number(values.pages))) {
    const recognized = await withWorkDir(workRoot, async (workDir) => {
      const scan = await scanOf(sandbox, workDir, text)
      return withWorkDir(workRoot, (imageDir) => readScan(sandbox, { imageDir, scan, ocr }))
    })
    totals.errors += editDistance(Array.from(normalize(text)), Array.from(normalize(recognized)))
    totals.characters += normalize(text).length
  }
  return totals.errors / totals.characters
}

/** A PNG of the printed text. */
async function scanOf(sandbox: Sandbox, workDir: string, text: string): Promise<string> {
  const inputPath = join(workDir, 'page.txt')
  await writeFile(inputPath, text)
  const printed = await processDocument({ sandbox, workDir, inputPath, extension: 'txt' })
  if (!printed.ok) throw new Error(printed.failure.message)
  if (printed.viewerPageCount !== 1) throw new Error(`The text fills ${printed.viewerPageCount} pages.`)
  const scan = join(workDir, 'scan')
  const args = ['-png', '-gray', '-r', String(dotsPerInch), '-singlefile', printed.viewerPdfPath, scan]
  const child = spawn('pdftoppm', args, { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The page cannot be drawn.')
  return `${scan}.png`
}

async function readScan(
  sandbox: Sandbox,
  { imageDir, scan, ocr }: { imageDir: string; scan: string; ocr: OcrLanguages },
): Promise<string> {
  const inputPath = join(imageDir, 'upload')
  await copyFile(scan, inputPath)
  const read = await processImage({ sandbox, workDir: imageDir, inputPath, extension: 'png', ocr })
  if (!read.ok) throw new Error(read.failure.message)
  return read.text
}

/** Line breaks and directional marks are not part of the text. */
const normalize = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
