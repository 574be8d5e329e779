import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { brokenPdf, type PickedFile, pdf, surveyCsv } from './harness/files.ts'
import { openNewProject, openWindow, signIn } from './harness/sign-in.ts'

const soon = { timeout: 120_000 }
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

async function pick(page: Page, files: PickedFile[]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(files)
}

/** Simulates dropping a file on the page. */
async function drop(page: Page, { name, mimeType, buffer }: PickedFile): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name: fileName, type, base64 }) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], fileName, { type }))
      return transfer
    },
    { name, type: mimeType, base64: buffer.toString('base64') },
  )
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data })
  await page.getByText('Drop to upload into').waitFor()
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
}

describe('imports', () => {
  it('imports files by picker and by drop, and shows why one failed', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Manual uploads')
    const other = await openWindow(page.url())
    await pick(page, [pdf('by-picker.pdf'), brokenPdf('broken.pdf')])
    await drop(page, pdf('by-drop.pdf'))
    for (const name of ['by-picker.pdf', 'by-drop.pdf'])
      await row(page, name).getByText('Ready').waitFor(soon)
    await row(page, 'broken.pdf').getByText('Failed').waitFor(soon)
    await row(other, 'by-drop.pdf').getByText('Ready').waitFor(soon)
    await checkScreen(page, 'project-imports')
    await page.getByRole('button', { name: 'Minimize' }).click()
    await page.getByRole('button', { name: 'broken.pdf' }).click()
    await page.getByRole('dialog').getByText('Stored').waitFor()
    expect(new URL(page.url()).searchParams.get('open')).toMatch(/^file\//)
    await checkScreen(page, 'import-drawer')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/imports')
    await row(page, 'broken.pdf').waitFor()
    await checkScreen(page, 'imports')
  })

  it('rejects an unsupported file before uploading it', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Wrong files')
    await pick(page, [{ name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }])
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByText('This file type is not supported.').waitFor()
    await checkScreen(page, 'upload-refused')
  })

  it('imports a survey with a changed column type, by keyboard alone', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Survey by keyboard')
    const chooser = page.waitForEvent('filechooser')
    // The file chooser listener has to reach the browser first.
    await page.waitForTimeout(500)
    await page.keyboard.press('u')
    await (await chooser).setFiles([surveyCsv('october.csv')])
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Survey name').waitFor()
    await dialog.getByText('60 responses in 6 columns').waitFor()
    await checkScreen(page, 'survey-dialog')
    const often = dialog.getByLabel('Type of How often do you use it?')
    expect(await often.inputValue()).toBe('Single choice')
    expect(await dialog.getByLabel('Type of How likely are you to recommend us?').inputValue()).toBe('NPS')
    await often.focus()
    await page.keyboard.type('Open')
    expect(await often.inputValue()).toBe('Open-ended')
    await dialog.getByLabel('Survey name').focus()
    await page.keyboard.press('Enter')
    await row(page, 'october').getByText('Ready').waitFor(soon)
  })

  it('keeps the header rows of the preview and reports how the survey was read', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Survey of a tool')
    const lines = [
      'StartDate,Q1,Q2',
      'Start Date,How often do you use it?,Why?',
      '"{""ImportId"":""startDate""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2_TEXT""}"',
      '2026-10-01 10:00:00,Daily,It is quick',
      ',,',
      '2026-10-02 10:00:00,Weekly',
      '',
    ]
    const buffer = Buffer.from(lines.join('\n'))
    await pick(page, [{ name: 'tool.csv', mimeType: 'text/csv', buffer }])
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 header rows (Qualtrics) · 1 empty row skipped').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 responses' }).click()
    await row(page, 'tool').getByText('Ready').waitFor(soon)
    await row(page, 'tool').getByRole('link').first().click()
    await page.getByText('Import details').click()
    await page.getByText('3 header rows recognized').waitFor(soon)
    await page.getByText('1 empty row skipped: row 5').waitFor()
    await page.getByRole('row', { name: /^Q1.*How often do you use it\?.*Chosen at import\./ }).waitFor()
    await checkScreen(page, 'survey-import-details')
  })
})
