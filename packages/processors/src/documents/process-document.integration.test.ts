import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pageBreak, paragraph, textCell, writeDocx, writeXlsx } from '../../test/fixtures/ooxml.ts'
import { writePdf } from '../../test/fixtures/pdf.ts'
import { textShape, writePptx } from '../../test/fixtures/pptx.ts'
import { seeDocument, useSandbox, withInput } from '../../test/job-dirs.ts'
import { hasSamples, samplePath, samplesIn } from '../../test/samples.ts'
import { chooseOcrLanguages, listOcrLanguages } from '../ocr-languages.ts'
import { processDocument } from './process-document.ts'

const run = promisify(execFile)
const timeout = 60_000

const env = useSandbox()

const docx = writeDocx({ body: [paragraph('page-marker-1'), pageBreak, paragraph('page-marker-2')].join('') })
const xlsx = writeXlsx({ rows: `<row r="1">${textCell('A1', 'cell-marker-1')}</row>` })
const pptx = writePptx([{ shapes: textShape('slide-marker-1') }, { shapes: textShape('slide-marker-2') }])

/** Text as a scanned image. */
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
    const seen = await seeDocument(
      env.root,
      { name, content },
      { sandbox: env.sandbox },
      async (document) => {
        expect((await readFile(document.viewerPdfPath)).toString('latin1', 0, 5)).toBe('%PDF-')
        const thumbnail = await sharp(document.thumbnailPath ?? '').metadata()
        expect(thumbnail.format).toBe('webp')
        expect(Math.max(thumbnail.width, thumbnail.height)).toBe(800)
      },
    )
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
    const input = join(env.root, `old-${modern}.${modern}`)
    await writeFile(input, content)
    const profile = `-env:UserInstallation=file://${env.root}/profile-${legacy}`
    await run('soffice', [profile, '--headless', '--convert-to', legacy, '--outdir', env.root, input])
    const seen = await seeDocument(env.root, join(env.root, `old-${modern}.${legacy}`), {
      sandbox: env.sandbox,
    })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.pages.at(-1)?.text).toContain(marker)
  })

  it('reports its stages in order', async () => {
    const stages: string[] = []
    await seeDocument(
      env.root,
      { name: 'a.docx', content: docx },
      { sandbox: env.sandbox, onProgress: ({ stage }) => stages.push(stage) },
    )
    expect(stages).toEqual(['checking', 'converting', 'drawing', 'reading'])
  })
})

describe('scanned pages', { timeout }, () => {
  it('are read by OCR next to pages with text', async () => {
    const content = writePdf([{ text: 'typed-page' }, await scanOf('scan-marker-7'), { text: ' ' }])
    const read: number[] = []
    const onProgress = ({ stage, percent }: { stage: string; percent: number }) => {
      if (stage === 'recognizing') read.push(percent)
    }
    const seen = await seeDocument(
      env.root,
      { name: 'mixed.pdf', content },
      { sandbox: env.sandbox, onProgress },
    )
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.pages.map((page) => page.source)).toEqual(['text', 'ocr', 'none'])
    expect(read).toEqual([0, 100])
    expect(seen.pages[1]?.text).toContain('scan-marker-7')
    expect(seen.notices).toEqual([])
  })

  it('are read in the given languages, with a notice if one of them is not installed', async () => {
    const installed = await listOcrLanguages(env.sandbox, env.root)
    const content = writePdf([await scanOf('Übergrößenträger'), { text: 'typed-page' }])
    for (const [locales, notices] of [
      [['de-DE'], []],
      [['de-DE', 'is-IS'], ['ocr_language_missing']],
    ] as const) {
      const ocr = chooseOcrLanguages(locales, installed)
      const seen = await seeDocument(env.root, { name: 'scan.pdf', content }, { sandbox: env.sandbox, ocr })
      if (!seen.ok) throw new Error(seen.failure.message)
      expect(seen.pages[0]?.text).toContain('Übergrößenträger')
      expect(seen.notices).toEqual(notices)
    }
  })

  it('have no notice about languages if the document has none', async () => {
    const ocr = { languages: ['eng'], missing: ['is-IS'] }
    const content = writePdf([{ text: 'typed-page' }])
    const seen = await seeDocument(env.root, { name: 'typed.pdf', content }, { sandbox: env.sandbox, ocr })
    expect(seen).toMatchObject({ ok: true, notices: [] })
  })

  it('have no text if time runs out, with a notice', async () => {
    const scan = await scanOf('scan-marker-8')
    const seen = await seeDocument(
      env.root,
      { name: 'scan.pdf', content: writePdf([scan, scan]) },
      { sandbox: env.sandbox, wallMs: 7000 },
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
    const seen = await seeDocument(env.root, { name: 'a.txt', content }, { sandbox: env.sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.pages).toEqual([{ number: 1, source: 'text', text: 'Grüße, 漢字, marker-1\n' }])
  })

  it('in Windows-1252 keeps accents and quotes', async () => {
    const content = Buffer.from('caf\xe9 \x96 \x84na klar\x93\n', 'latin1')
    const seen = await seeDocument(env.root, { name: 'a.txt', content }, { sandbox: env.sandbox })
    expect(seen.ok && seen.pages[0]?.text).toBe('café – „na klar“\n')
  })

  it('has as many rendered pages as page texts', async () => {
    const content = Array.from(
      { length: 200 },
      (_, index) => `line ${index + 1} ${'word '.repeat(index % 30)}`,
    ).join('\n')
    const seen = await seeDocument(env.root, { name: 'a.txt', content }, { sandbox: env.sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.viewerPageCount).toBe(seen.pageCount)
    expect(seen.pages.map((page) => page.text).join('')).toBe(content)
  })

  it('is searchable in full when only the beginning is rendered', async () => {
    const content = 'one line\n'.repeat(60 * 210)
    const seen = await seeDocument(env.root, { name: 'long.txt', content }, { sandbox: env.sandbox })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen).toMatchObject({ pageCount: 210, viewerPageCount: 200, notices: ['viewer_shortened'] })
    expect(seen.pages).toHaveLength(210)
  })

  it('of HTML is shown as source', async () => {
    const seen = await seeDocument(
      env.root,
      { name: 'a.txt', content: '<html><script>alert(1)</script></html>' },
      { sandbox: env.sandbox },
    )
    expect(seen.ok && seen.pages[0]?.text).toContain('<script>alert(1)</script>')
  })
})

describe('rejections', { timeout }, () => {
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
    const seen = await seeDocument(env.root, { name, content }, { sandbox: env.sandbox })
    expect(seen).toMatchObject({ ok: false, failure: { code } })
  })

  it('reports a PDF that needs a password', async () => {
    const [plain, locked] = [join(env.root, 'plain.pdf'), join(env.root, 'locked.pdf')]
    await writeFile(plain, writePdf([{ text: 'x' }]))
    await run('qpdf', ['--encrypt', 'secret', 'secret', '256', '--', plain, locked])
    expect(await seeDocument(env.root, locked, { sandbox: env.sandbox })).toMatchObject({
      failure: { code: 'password_protected' },
    })
  })

  it('opens a PDF that is only protected against printing', async () => {
    const [plain, locked] = [join(env.root, 'plain2.pdf'), join(env.root, 'noprint.pdf')]
    await writeFile(plain, writePdf([{ text: 'open-marker' }]))
    await run('qpdf', ['--encrypt', '', 'owner', '256', '--print=none', '--', plain, locked])
    const seen = await seeDocument(env.root, locked, { sandbox: env.sandbox })
    expect(seen.ok && seen.pages[0]?.text).toContain('open-marker')
  })
})

describe('the caller', { timeout }, () => {
  it('can abort a conversion', async () => {
    const controller = new AbortController()
    const onProgress = ({ stage }: { stage: string }) => {
      if (stage === 'converting') setTimeout(() => controller.abort(new Error('stopped by test')), 50)
    }
    const options = { sandbox: env.sandbox, signal: controller.signal, onProgress }
    await expect(seeDocument(env.root, { name: 'a.docx', content: docx }, options)).rejects.toThrow(
      'stopped by test',
    )
  })

  it('gets an error instead of a failure if a program is missing', async () => {
    const request = { sandbox: env.sandbox, ocr: { languages: ['no-such-language'], missing: [] } }
    const content = writePdf([await scanOf('scan')])
    await expect(seeDocument(env.root, { name: 'a.pdf', content }, request)).rejects.toMatchObject({
      code: 'tool_missing',
    })
  })

  it('must put the input into the job directory', async () => {
    await withInput(
      env.root,
      { name: 'a.pdf', content: writePdf([{ text: 'x' }]) },
      async ({ inputPath, workDir }) => {
        await writeFile(join(env.root, 'elsewhere.pdf'), await readFile(inputPath))
        const request = {
          sandbox: env.sandbox,
          workDir,
          inputPath: join(env.root, 'elsewhere.pdf'),
          extension: 'pdf',
        }
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

  it.each(documents)('processes %s as expected', async (name) => {
    const seen = await seeDocument(env.root, samplePath('documents', name), { sandbox: env.sandbox })
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
