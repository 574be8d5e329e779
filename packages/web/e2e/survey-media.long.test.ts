/** Correcting unmatched and unreadable media files of a survey in the browser. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { type PickedFile, tone } from './harness/files.ts'
import { signIn } from './harness/sign-in.ts'
import { columns, importSurvey, surveyPart, surveyRows } from './harness/surveys.ts'
import { makeProject } from './harness/workspace.ts'

const soon = { timeout: 120_000 }
const empty = (name: string): PickedFile => ({ name, mimeType: 'audio/wav', buffer: Buffer.alloc(0) })

let key = ''
beforeEach(async () => {
  key = await importSurvey(await makeProject('Media to correct'), {
    name: 'Answers by voice',
    parts: [surveyPart(surveyRows(6))],
    columns,
    media: [
      empty('person1@example.test.wav'),
      tone('nobody@example.test.wav', 1),
      tone('person2@example.test.ogg', 1),
    ],
  })
}, 300_000)

async function open(width: number): Promise<Page> {
  const page = await openPage({ width })
  await signIn(page)
  await page.goto(`/surveys/${key}/media`)
  return page
}

const item = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name })

async function choose(page: Page, button: Locator, file: PickedFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles([file])
}

describe.each([
  ['on a desktop', 1440],
  ['on a phone', 390],
])('media files %s', (_where, width) => {
  it('uploads media files again, replaces them under another name and removes them until all are matched', async () => {
    const page = await open(width)
    const unreadable = item(page, 'person1@example.test.wav')
    await unreadable.getByText('Matched, not transcribed').waitFor(soon)
    await item(page, 'nobody@example.test.wav').getByText('Unmatched', { exact: true }).waitFor(soon)
    await checkScreen(page, `survey-media-failed-${width}`)
    await page.setViewportSize({ width, height: 844 })

    await choose(page, unreadable.getByRole('button', { name: /^Upload again/ }), tone('again.wav', 1))
    await unreadable.getByText(/^(Transcribing|Ready)$/).waitFor(soon)

    const unsupported = item(page, 'person2@example.test.ogg')
    await unsupported.getByRole('button', { name: /^Replace/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace person2@example.test.ogg' })
    await choose(page, dialog.getByRole('button', { name: /^Choose file/ }), tone('anything.wav', 1))
    const name = dialog.getByLabel('Match by name')
    expect(await name.inputValue()).toBe('anything.wav')
    await name.fill('person1@example.test.wav')
    await dialog.getByRole('button', { name: 'Replace file' }).click()
    await dialog.getByRole('alert').getByText('Another media file of this upload has that name').waitFor()
    await checkScreen(page, `survey-media-replace-${width}`)
    await page.setViewportSize({ width, height: 844 })
    await name.fill('person2@example.test.wav')
    await name.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await item(page, 'person2@example.test.wav')
      .getByText(/^(Transcribing|Ready)$/)
      .waitFor(soon)

    const lost = item(page, 'nobody@example.test.wav')
    // By keyboard: the dialog takes the focus, and Enter on its button removes the file.
    const remove = lost.getByRole('button', { name: /^Remove/ })
    await remove.focus()
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('dialog', { name: 'Remove nobody@example.test.wav?' })
    await confirm.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Escape')
    await confirm.waitFor({ state: 'detached' })
    const isFocused = () => remove.evaluate((button) => button === document.activeElement)
    await expect.poll(isFocused).toBe(true)
    await page.keyboard.press('Enter')
    await confirm.getByRole('button', { name: 'Remove file' }).focus()
    await page.keyboard.press('Enter')
    await lost.waitFor({ state: 'detached' })
    await page.getByText('Unmatched 0').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: '@example.test' }).count()).toBe(2)

    const matched = item(page, 'person2@example.test.wav')
    const notice = page.getByRole('region', { name: 'Notice' })
    await matched.getByRole('button', { name: /^Delete/ }).click()
    await matched.waitFor({ state: 'detached' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await matched.waitFor()
    await matched.getByRole('button', { name: /^Delete/ }).click()
    await matched.waitFor({ state: 'detached' })
    await page.goto('/trash')
    await page.getByRole('button', { name: 'Restore person2@example.test.wav' }).click()
    await notice.getByText('Restored “person2@example.test.wav” to Media to correct.').waitFor()
    expect(problemsOf(page)).toEqual([])
  }, 400_000)
})
