import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageBreak, paragraph, textCell, writeDocx, writeXlsx } from '../../test/fixtures/ooxml.ts'
import { writePdf } from '../../test/fixtures/pdf.ts'
import { textShape, writePptx } from '../../test/fixtures/pptx.ts'
import { makeRoot, removeRoot, seeDocument, withInput } from '../../test/job-dirs.ts'
import { hasSamples, samplePath, samplesIn } from '../../test/samples.ts'
import { probeSandbox } from '../sandbox/probe.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { processDocument } from './process-document.ts'

const run = promisify(execFile)
const timeout = 60_000

let root: string
let sandbox: Sandbox

beforeAll(async () => {
  root = await makeRoot()
  sandbox = await probeSandbox({ workRoot: root })
})
afterAll(() => removeRoot(root))

const docx = writeDocx({ body: [paragraph('page-marker-1'), pageBreak, paragraph('page-marker-2')].join('') })
const xlsx = writeXlsx({ rows: `<row r="1">${textCell('A1', 'cell-marker-1')}</row>` })
const pptx = writePptx([{ shapes: textShape('slide-marker-1') }, { shapes: textShape('slide-marker-2') }])

/** Text as a scanner sees it: grey pixels. */
async function scanOf(text: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="100%" height="100%" fill="white"/><text x="120" y="300" font-size="60" font-family="DejaVu Sans">${text}</text></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { picture: { width: info.width, height: info.height, grey: data } }
}

describe('each document type', { timeout }, () => {
  it.each([
    ['two.docx', docx, ['page-marker-1', 'page-marker-2']],
    ['one.xlsx', xlsx, ['cell-marker-1']],
    ['two.pptx', pptx, ['slide-marker-1', 'slide-marker-2']],
    [
      'two.pdf',
      writePdf([{ text: 'page-marker-1' }, { text: 'page-marker-2' }]),
      ['page-marker-1', 'page-marker-2'],
    ],
  ])('%s becomes a PDF, a thumbnail and the text of each page', async (name, content, markers) => {
    const seen = await seeDocument(root, { name, content }, { sandbox }, async (document) => {
      expect((await readFile(document.viewerPdfPath)).toString('latin1', 0, 5)).toBe('%PDF-')
      const thumbnail = await sharp(document.thumbnailPath ?? '').metadata()
      expect(thumbnail.format).toBe('webp')
      expect(Math.max(thumbnail.width, thumbnail.height)).toBe(800)
    })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.pages.map((page) => page.number)).toEqual(markers.map((_, index) => index + 1))
    for (const [index, marker] of markers.entries()) {
      expect(seen.pages[index]?.source).toBe('text')
      expect(seen.pages[index]?.text).toContain(marker)
    }
    expect(seen).toMatchObject({ pageCount: markers.length, viewerPageCount: markers.length, notices: [] })
  })

  it.each([
    ['doc', 'docx', docx, 'page-marker-2'],
    ['xls', 'xlsx', xlsx, 'cell-marker-1'],
    ['ppt', 'pptx', pptx, 'slide-marker-2'],
  ])('reads the older .%s', async (legacy, modern, content, marker) => {
    const input = join(root, `old-${modern}.${modern}`)
    await writeFile(input, content)
    const profile = `-env:UserInstallation=file://${root}/profile-${legacy}`
    await run('soffice', [profile, '--headless', '--convert-to', legacy, '--outdir', root, input])
    const seen = await seeDocument(root, join(root, `old-${modern}.${legacy}`), { sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.pages.at(-1)?.text).toContain(marker)
  })

  it('tells its stages in order', async () => {
    const stages: string[] = []
    await seeDocument(
      root,
      { name: 'a.docx', content: docx },
      { sandbox, onStage: (stage) => stages.push(stage) },
    )
    expect(stages).toEqual(['checking', 'converting', 'drawing', 'reading'])
  })
})

describe('scanned pages', { timeout }, () => {
  it('are read by OCR, page by page, beside pages with text', async () => {
    const content = writePdf([{ text: 'typed-page' }, await scanOf('scan-marker-7'), { text: ' ' }])
    const seen = await seeDocument(root, { name: 'mixed.pdf', content }, { sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.pages.map((page) => page.source)).toEqual(['text', 'ocr', 'none'])
    expect(seen.pages[1]?.text).toContain('scan-marker-7')
    expect(seen.notices).toEqual([])
  })

  it('that time does not reach stay without text, and the result says so', async () => {
    const scan = await scanOf('scan-marker-8')
    const seen = await seeDocument(
      root,
      { name: 'scan.pdf', content: writePdf([scan, scan]) },
      { sandbox, wallMs: 7000 },
    )
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.notices).toEqual(['ocr_incomplete'])
    expect(seen.pages.map((page) => page.source)).toContain('none')
  })
})

describe('plain text', { timeout }, () => {
  it.each([
    ['utf-8', Buffer.from('Grüße, 漢字, marker-1\n')],
    ['utf-16le with a mark', Buffer.from('\ufeffGrüße, 漢字, marker-1\n', 'utf16le')],
    ['utf-16be without a mark', Buffer.from('Grüße, 漢字, marker-1\n', 'utf16le').swap16()],
  ])('in %s keeps its characters', async (_encoding, content) => {
    const seen = await seeDocument(root, { name: 'a.txt', content }, { sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.pages).toEqual([{ number: 1, source: 'text', text: 'Grüße, 漢字, marker-1\n' }])
  })

  it('in Windows-1252 keeps its accents and quotes', async () => {
    const content = Buffer.from('caf\xe9 \x96 \x84na klar\x93\n', 'latin1')
    const seen = await seeDocument(root, { name: 'a.txt', content }, { sandbox })
    expect(seen.ok && seen.pages[0]?.text).toBe('café – „na klar“\n')
  })

  it('shows as many pages as it has texts, so that page numbers agree', async () => {
    const content = Array.from(
      { length: 200 },
      (_, index) => `line ${index + 1} ${'word '.repeat(index % 30)}`,
    ).join('\n')
    const seen = await seeDocument(root, { name: 'a.txt', content }, { sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.viewerPageCount).toBe(seen.pageCount)
    expect(seen.pages.map((page) => page.text).join('')).toBe(content)
  })

  it('that is long is searchable whole and shown by its beginning', async () => {
    const content = 'one line\n'.repeat(60 * 210)
    const seen = await seeDocument(root, { name: 'long.txt', content }, { sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen).toMatchObject({ pageCount: 210, viewerPageCount: 200, notices: ['viewer_shortened'] })
    expect(seen.pages).toHaveLength(210)
  })

  it('made of HTML is shown as its source', async () => {
    const seen = await seeDocument(
      root,
      { name: 'a.txt', content: '<html><script>alert(1)</script></html>' },
      { sandbox },
    )
    expect(seen.ok && seen.pages[0]?.text).toContain('<script>alert(1)</script>')
  })
})

describe('refusals', { timeout }, () => {
  it.each([
    ['empty.docx', Buffer.alloc(0), 'file_empty'],
    ['song.mp3', Buffer.from('ID3'), 'unsupported'],
    ['picture.png', Buffer.from('ID3'), 'unsupported'],
    ['pdf.docx', writePdf([{ text: 'x' }]), 'type_mismatch'],
    ['cut.docx', docx.subarray(0, docx.length - 30), 'damaged'],
    ['cut.pdf', writePdf([{ text: 'x' }]).subarray(0, 200), 'damaged'],
    ['bomb.docx', writeDocx({ body: paragraph(' '.repeat(20_000_000)) }), 'too_complex'],
    ['long.pdf', writePdf(Array.from({ length: 5001 }, () => ({ text: 'x' }))), 'too_complex'],
  ])('%s ends with a reason', async (name, content, code) => {
    const seen = await seeDocument(root, { name, content }, { sandbox })
    expect(seen).toMatchObject({ ok: false, failure: { code } })
  })

  it('names a PDF that needs a password', async () => {
    const [plain, locked] = [join(root, 'plain.pdf'), join(root, 'locked.pdf')]
    await writeFile(plain, writePdf([{ text: 'x' }]))
    await run('qpdf', ['--encrypt', 'secret', 'secret', '256', '--', plain, locked])
    expect(await seeDocument(root, locked, { sandbox })).toMatchObject({
      failure: { code: 'password_protected' },
    })
  })

  it('opens a PDF that is only locked against printing', async () => {
    const [plain, locked] = [join(root, 'plain2.pdf'), join(root, 'noprint.pdf')]
    await writeFile(plain, writePdf([{ text: 'open-marker' }]))
    await run('qpdf', ['--encrypt', '', 'owner', '256', '--print=none', '--', plain, locked])
    const seen = await seeDocument(root, locked, { sandbox })
    expect(seen.ok && seen.pages[0]?.text).toContain('open-marker')
  })
})

describe('the caller', { timeout }, () => {
  it('can stop a conversion, which then throws and leaves no result', async () => {
    const controller = new AbortController()
    const onStage = (stage: string) => {
      if (stage === 'converting') setTimeout(() => controller.abort(new Error('stopped by test')), 50)
    }
    const options = { sandbox, signal: controller.signal, onStage }
    await expect(seeDocument(root, { name: 'a.docx', content: docx }, options)).rejects.toThrow(
      'stopped by test',
    )
  })

  it('gets an error and no verdict on the file when a program is missing', async () => {
    const request = { sandbox, ocrLanguages: ['no-such-language'] }
    const content = writePdf([await scanOf('scan')])
    await expect(seeDocument(root, { name: 'a.pdf', content }, request)).rejects.toMatchObject({
      code: 'tool_missing',
    })
  })

  it('must put the input into the job directory', async () => {
    await withInput(
      root,
      { name: 'a.pdf', content: writePdf([{ text: 'x' }]) },
      async ({ inputPath, workDir }) => {
        await writeFile(join(root, 'elsewhere.pdf'), await readFile(inputPath))
        const request = { sandbox, workDir, inputPath: join(root, 'elsewhere.pdf'), extension: 'pdf' }
        await expect(processDocument(request)).rejects.toThrow(TypeError)
        expect((await stat(inputPath)).size).toBeGreaterThan(0)
      },
    )
  })
})

describe.runIf(hasSamples)('the shared samples', { timeout }, () => {
  const images = ['bmp', 'gif', 'jpeg', 'jpg', 'png', 'tiff', 'webp']
  const documents = samplesIn('documents').filter((name) => !images.includes(name.split('.').at(-1) ?? ''))
  const markers: Record<string, string[]> = {
    'd2.doc': ['page-marker-1', 'page-marker-2'],
    'd2.docx': ['page-marker-1', 'page-marker-2'],
    'p10.ppt': ['slide-marker-1', 'slide-marker-2'],
    'p10.pptx': ['slide-marker-1', 'slide-marker-2'],
    'scan1.pdf': ['scan-marker-1'],
  }

  it.each(documents)('%s ends as it should', async (name) => {
    const seen = await seeDocument(root, samplePath('documents', name), { sandbox })
    if (name.startsWith('locked.')) {
      expect(seen).toMatchObject({ failure: { code: 'password_protected' } })
      return
    }
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.thumbnailPath).not.toBeNull()
    for (const [index, marker] of (markers[name] ?? []).entries())
      expect(seen.pages[index]?.text).toContain(marker)
    if (name.endsWith('.txt')) expect(seen.pages[0]?.text).toContain('café naïve résumé')
  })
})
