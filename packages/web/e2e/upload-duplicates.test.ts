/** Files that were imported before are noticed before they are uploaded, but only by those who can open them. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { pdf } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'
import { pickFiles, trayOf } from './harness/uploads.ts'
import { makeProject } from './harness/workspace.ts'

const soon = { timeout: 120_000 }
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /imported before/ })

describe('a file that was imported before', () => {
  it('is skipped or uploaded anyway, and others are uploaded at once', async () => {
    const original = pdf('Original äöü.pdf')
    const copy = { ...original, name: 'copy.pdf' }
    const project = await makeProject('First import')
    await importFile(project, original)
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Second import')
    await pickFiles(page, [copy, pdf('new.pdf')])
    const dialog = dialogOf(page)
    await dialog.getByText('copy.pdf').waitFor()
    await dialog.getByRole('link', { name: 'Original äöü.pdf' }).waitFor()
    await dialog.getByText('First import').waitFor()
    await checkScreen(page, 'duplicates')
    await trayOf(page).getByText('1 uploaded').waitFor(soon)
    // The button that changes nothing has the focus.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await trayOf(page).getByText('copy.pdf').count()).toBe(0)

    await pickFiles(page, [copy])
    await dialog.getByRole('button', { name: 'Upload anyway' }).click()
    await trayOf(page).getByText('2 uploaded').waitFor(soon)
  })

  it('is not noticed by somebody who cannot open it', async () => {
    const secret = pdf('secret.pdf')
    await importFile(await makeProject('Admin only', { project_share_preference: 1 }), secret)
    const page = await openPage()
    await signIn(page, 'stranger')
    await openNewProject(page, 'Of another team', 'stranger')
    await pickFiles(page, [{ ...secret, name: 'guess.pdf' }])
    await trayOf(page).getByText('1 uploaded').waitFor(soon)
    expect(await dialogOf(page).count()).toBe(0)
  })
})
