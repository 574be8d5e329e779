import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { brokenPdf, type PickedFile, pdf, surveyCsv } from './harness/files.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'

const soon = { timeout: 120_000 }
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

async function pick(page: Page, files: PickedFile[]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(files)
}

/** As the browser does it when files are let go above the page. */
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
  it('become ready before the eyes: by picker, by drop, and one that fails with its reason', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Uploads by hand')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await pick(page, [pdf('by-picker.pdf'), brokenPdf('broken.pdf')])
    await drop(page, pdf('by-drop.pdf'))
    for (const name of ['by-picker.pdf', 'by-drop.pdf'])
      await row(page, name).getByText('Ready').waitFor(soon)
    await row(page, 'broken.pdf').getByText('Failed').waitFor(soon)
    await row(other, 'by-drop.pdf').getByText('Ready').waitFor(soon)
    await checkScreen(page, 'project-imports')
    await page.getByRole('button', { name: 'Make small' }).click()
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

  it('refuse a file that cannot be imported, before it is sent', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Wrong files')
    await pick(page, [{ name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }])
    await page.getByText('This kind of file cannot be imported.').waitFor()
    await checkScreen(page, 'upload-refused')
  })

  it('take a survey through its dialog, with a type changed by hand, by keyboard alone', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Survey by keyboard')
    const chooser = page.waitForEvent('filechooser')
    // Listening for it has to reach the browser first.
    await page.waitForTimeout(500)
    await page.keyboard.press('u')
    await (await chooser).setFiles([surveyCsv('october.csv')])
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the survey').waitFor()
    await dialog.getByText('60 responses in 6 columns').waitFor()
    await checkScreen(page, 'survey-dialog')
    const often = dialog.getByLabel('Type of How often do you use it?')
    expect(await often.inputValue()).toBe('Single choice')
    expect(await dialog.getByLabel('Type of How likely are you to recommend us?').inputValue()).toBe('NPS')
    await often.focus()
    await page.keyboard.type('Open')
    expect(await often.inputValue()).toBe('Open-ended')
    await dialog.getByLabel('Name of the survey').focus()
    await page.keyboard.press('Enter')
    await row(page, 'october').getByText('Ready').waitFor(soon)
  })
})
