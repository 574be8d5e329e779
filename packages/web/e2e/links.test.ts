import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type FileReply, startFileServer } from '../../../acceptance/harness/file-server.ts'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { pdf } from './harness/files.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'

const soon = { timeout: 120_000 }
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import from a link' })

async function serveFiles(replies: Record<string, FileReply>): Promise<string> {
  const server = await startFileServer()
  onTestFinished(() => server.close())
  for (const [path, reply] of Object.entries(replies)) server.replies.set(path, reply)
  return server.url
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Add from…' }).click()
  await page.getByRole('menuitem', { name: 'Import from a link' }).click()
  return dialogOf(page)
}

describe('an import from a link', () => {
  it('is started by keyboard alone and becomes ready', async () => {
    const url = await serveFiles({ '/notes.pdf': { body: pdf('notes.pdf').buffer } })
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Linked files')
    await page.getByRole('button', { name: 'Add from…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Import from a link' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const item = page.getByRole('menuitem', { name: 'Import from a link' })
    if (!(await item.evaluate((element) => element === document.activeElement))) await item.focus()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page)
    await dialog.getByLabel('Link').waitFor()
    await checkScreen(page, 'link-dialog')
    expect(await dialog.getByLabel('Link').evaluate((element) => element === document.activeElement)).toBe(
      true,
    )
    await page.keyboard.type(`${url}/notes.pdf?signature=secret`)
    expect(await dialog.getByLabel('Name').getAttribute('placeholder')).toBe('notes.pdf')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'notes.pdf').getByText('Ready').waitFor(soon)
    expect(await page.content()).not.toContain('secret')
  })

  it('is checked before it is sent, and its failure is shown like that of other imports', async () => {
    const url = await serveFiles({ '/view': { status: 403 } })
    const page = await openPage({ width: 390 })
    await signIn(page)
    await openNewProject(page, 'Broken links')
    const dialog = await openDialog(page)
    const submit = () => dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByLabel('Link').fill('notes.pdf')
    await submit()
    await dialog.getByText('Enter a link that starts with https://.').waitFor()
    await dialog.getByLabel('Link').fill('https://127.0.0.2/notes.pdf')
    await submit()
    await dialog.getByText('The address is not public.').waitFor()
    await checkScreen(page, 'link-refused')
    await page.setViewportSize({ width: 390, height: 844 })
    await dialog.getByLabel('Link').fill(`${url}/view`)
    await submit()
    await dialog.getByText('The link has no file name.').waitFor()
    await dialog.getByLabel('Name').fill('expired.pdf')
    await submit()
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'expired.pdf').getByText('Failed').waitFor(soon)
    await page.getByRole('button', { name: 'Minimize' }).click()
    await page.getByRole('button', { name: 'expired.pdf' }).click()
    await page.getByRole('dialog').getByText('status 403').waitFor()
  })
})
