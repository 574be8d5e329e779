/** Surveys with media files, and responses that are added later, in the browser alone. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { type PickedFile, tone } from './harness/files.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'
import { pickFiles, trayOf } from './harness/uploads.ts'

const soon = { timeout: 180_000 }

/** Responses with the numbers from `first`, each with a recording. */
function csv(name: string, first: number, header = 'Email,How was it?,Clip'): PickedFile {
  const rows = [0, 1].map((row) => `person${first + row}@example.test,Gut,clip_${first + row}.wav`)
  return { name, mimeType: 'text/csv', buffer: Buffer.from([header, ...rows, ''].join('\n')) }
}

async function choose(page: Page, button: string, files: PickedFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

describe('a survey', () => {
  it('is imported with its media files, and gets further responses with theirs', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Answers by voice')
    await pickFiles(page, [csv('stimmen.csv', 0)])
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 responses in 3 columns').waitFor()
    await choose(page, 'Add media files', [tone('clip_0.wav', 1), tone('notes.ogg', 1)])
    await dialog.getByText('Not added: notes.ogg.').waitFor()
    await choose(page, 'Add more', [tone('clip_1.wav', 1)])
    await dialog.getByText('2 media files').waitFor()
    expect(await dialog.getByLabel('Type of Clip').inputValue()).toBe('MEDIA_RESPONSE')
    await checkScreen(page, 'survey-dialog-media')
    await dialog.getByRole('button', { name: 'Import 2 responses' }).click()
    await trayOf(page).getByRole('link', { name: 'stimmen' }).click(soon)
    await page.waitForURL(/\/surveys\//)
    await page.getByRole('link', { name: /^Media/ }).click()
    await page.getByText('Matched 2').waitFor(soon)

    await page.getByRole('button', { name: 'Add responses' }).click()
    await choose(page, 'Choose file', [csv('falsch.csv', 2, 'Email,Other,Clip')])
    await dialog.getByRole('alert').getByText('How was it?').waitFor()
    await choose(page, 'Choose another file', [csv('mehr.csv', 2)])
    await choose(page, 'Add media files', [tone('clip_2.wav', 1), tone('clip_3.wav', 1)])
    await checkScreen(page, 'append-responses')
    await dialog.getByRole('button', { name: 'Add 2 responses' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Matched 4').waitFor(soon)
    await page.getByRole('link', { name: /^Responses 4/ }).waitFor(soon)
  }, 400_000)
})
