import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePictures } from '../../../scripts/demo/pictures.ts'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { brokenPdf, pdfOf } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { workbook } from './harness/office.ts'
import { signIn } from './harness/sign-in.ts'
import { makeProject } from './harness/workspace.ts'

const bookName = `Grundlagenuntersuchung-${'Nutzerfreundlichkeit-'.repeat(8)}2026.pdf`
const mentions: Record<number, string[]> = {
  7: ['Somebody mentioned Zanzibar'],
  11: ['Somebody mentioned Zanzibar', 'and then Zanzibar once more'],
}
const pages = Array.from({ length: 14 }, (_, place) => [
  `Page ${place + 1} of the field notes`,
  ...Array.from({ length: 20 }, (_line, line) => `Line ${line + 1}: the export took too long on this day`),
  ...(mentions[place + 1] ?? []),
])

let project = 0
let book = ''
let broken = ''
let image = ''

beforeAll(async () => {
  project = await makeProject('Documents and images')
  const [wall] = makePictures()
  ;[book, broken, image] = await Promise.all([
    importFile(project, pdfOf(bookName, pages)),
    importFile(project, brokenPdf('broken.pdf'), { expected: 'failed' }),
    wall ? importFile(project, { name: wall.name, buffer: await wall.make() }) : '',
  ])
})

const pictureOf = (page: Page, number: number) =>
  page.getByRole('img', { name: `Page ${number}`, exact: true })
const pageOf = (page: Page) => page.getByRole('textbox', { name: 'Page' }).inputValue()
const foundMarks = (page: Page) => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)
/** The text of the match that was stepped to. */
const currentMark = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('found-current') ?? [])].map(String).join())

describe('documents', () => {
  it('opens a document at page 1 with selectable text, by keyboard alone', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(`/projects/${project}`)
    await page.getByRole('link', { name: bookName }).focus()
    await page.keyboard.press('o')
    await page.getByRole('heading', { level: 1, name: bookName }).waitFor()
    await pictureOf(page, 1).waitFor()
    await page.getByText('Page 1 of the field notes').first().waitFor({ state: 'attached' })
    const size = await pictureOf(page, 1).evaluate((canvas: HTMLCanvasElement) => ({
      drawn: canvas.width,
      shown: canvas.clientWidth,
    }))
    expect(size.drawn).toBeGreaterThanOrEqual(size.shown)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => pageOf(page)).toBe('2')
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2')
    await page.keyboard.press('Shift+G')
    await page.keyboard.type('13')
    await page.keyboard.press('Enter')
    await pictureOf(page, 13).waitFor()
    expect(await page.locator('canvas').count()).toBeLessThanOrEqual(8)
    await page.getByRole('option', { name: 'Page 13', exact: true }).waitFor()
    await checkScreen(page, 'document')
  })

  it('finds words in a document, lists the pages, steps through matches and highlights them', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(`/documents/file/${book}`)
    await pictureOf(page, 1).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('zanzibar')
    const list = page.getByRole('list', { name: 'Results' })
    await expect.poll(() => list.getByRole('button').count(), { timeout: 20_000 }).toBe(2)
    await page.keyboard.press('Enter')
    await expect.poll(() => pageOf(page)).toBe('7')
    await expect.poll(() => foundMarks(page)).toBe(1)
    await page.getByText('1 of 3').waitFor()
    await expect.poll(() => currentMark(page)).toBe('Zanzibar')
    await checkScreen(page, 'document-found')
    await page.goto(`/documents/file/${book}?page=7&find=zanzibar`)
    await page.getByText('1 of 3').waitFor()
    await page.keyboard.press('n')
    await expect.poll(() => pageOf(page)).toBe('11')
    await page.getByText('2 of 3').waitFor()
    await page.keyboard.press('n')
    await page.getByText('3 of 3').waitFor()
    expect(await pageOf(page)).toBe('11')
    await page.getByRole('button', { name: 'Next match' }).click()
    await page.getByText('1 of 3').waitFor()
    await expect.poll(() => pageOf(page)).toBe('7')
    await page.getByRole('button', { name: 'Previous match' }).click()
    await page.getByText('3 of 3').waitFor()
    await expect.poll(() => pageOf(page)).toBe('11')
    // The URL is updated after scrolling stops.
    await expect.poll(() => new URL(page.url()).search).toBe('?page=11&find=zanzibar')
    await page.reload()
    await expect.poll(() => pageOf(page)).toBe('11')
    await expect.poll(() => foundMarks(page)).toBe(2)
    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByRole('tabpanel').getByText('Somebody mentioned Zanzibar').waitFor()
  })

  it('shows the sheets of a spreadsheet as tabs, by keyboard', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => `Cost ${row + 1}`)
    const budget = workbook('Budget.xlsx', [
      { name: 'Köln 2026', rows },
      { name: 'Answers', rows: ['Yes', 'No'] },
    ])
    const key = await importFile(project, budget)
    const page = await openPage()
    await signIn(page)
    await page.goto(`/documents/file/${key}`)
    const sheets = page.getByRole('navigation', { name: 'Sheets' })
    await sheets.getByRole('button', { name: 'Köln 2026' }).and(page.locator('[aria-current]')).waitFor()
    await sheets.getByRole('button', { name: 'Answers' }).focus()
    await page.keyboard.press('Enter')
    await sheets.getByRole('button', { name: 'Answers' }).and(page.locator('[aria-current]')).waitFor()
    expect(Number(await pageOf(page))).toBeGreaterThan(1)
    await checkScreen(page, 'spreadsheet')
  })

  it('explains why a document could not be read and offers the original', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(`/documents/file/${broken}`)
    await page.getByText('This document could not be read.').waitFor()
    await page.getByRole('link', { name: 'Download original' }).waitFor()
    await checkScreen(page, 'document-failed')
    await page.goto('/documents/file/00000000-0000-4000-8000-000000000000')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  })
})

describe('images', () => {
  it('lists the images of a project and shows an image with its text', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(`/projects/${project}`)
    await page.getByRole('link', { name: /^Images/ }).click()
    await page.getByRole('link', { name: 'Workshop wall.png' }).waitFor()
    await checkScreen(page, 'images')
    await page.getByRole('link', { name: 'Workshop wall.png' }).click()
    await expect.poll(() => page.url()).toContain(`/images/${image}`)
    const picture = page.getByRole('img', { name: 'Workshop wall.png' })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.getByText(/What stops people/).waitFor()
    await checkScreen(page, 'image')
    await page.keyboard.press('z')
    await page.getByRole('button', { name: '100 %' }).waitFor()
  })
})
