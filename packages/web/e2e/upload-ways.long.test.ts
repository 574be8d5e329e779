/** Ways to add files, and the list of many uploads. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { type PickedFile, pdf } from './harness/files.ts'
import { openNewProject, signIn, signInToAccount } from './harness/sign-in.ts'
import { controlNetwork, dropFiles, pickFiles, transferOf, trayOf } from './harness/uploads.ts'

const soon = { timeout: 120_000 }
const unsupported = (name: string): PickedFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from('MZ'),
})

describe('adding files', () => {
  it('uploads a folder with everything in it, but no system files', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Folder')
    const folder = await mkdtemp(join(tmpdir(), 'inlet-folder-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'Tag 2'))
    await writeFile(join(folder, 'Tag 1.pdf'), pdf('a').buffer)
    await writeFile(join(folder, 'Tag 2', 'größer.pdf'), pdf('b').buffer)
    await writeFile(join(folder, '.DS_Store'), 'x')
    await page.getByRole('button', { name: 'Add from…' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Upload a folder' }).click()
    await (await chooser).setFiles(folder)
    await trayOf(page).getByText('2 uploaded').waitFor(soon)
    await trayOf(page).getByRole('link', { name: 'größer.pdf' }).waitFor()
  })

  it('asks for the project of files that are dropped on another page, and never opens them', async () => {
    const page = await openPage()
    await signIn(page)
    const name = `Dropped ${Date.now()}`
    await openNewProject(page, name)
    await page.goto('/imports')
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
    expect(await dropFiles(page, [pdf('fallen.pdf')])).toBe(true)
    const dialog = page.getByRole('dialog', { name: 'Upload fallen.pdf' })
    await dialog.waitFor()
    await checkScreen(page, 'choose-project')
    // By keyboard alone: the field has the focus.
    await page.keyboard.type(name)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await trayOf(page).getByText('1 uploaded').waitFor(soon)
    await trayOf(page).getByRole('link', { name: 'fallen.pdf' }).click()
    await page.waitForURL(/\/documents\/file\//)
  })

  it('does not leave the page of somebody who may not upload, or is not signed in', async () => {
    const page = await openPage()
    await signInToAccount(page, 'viewer')
    expect(await dropFiles(page, [pdf('a.pdf')])).toBe(true)
    await page
      .getByRole('status')
      .getByText('Viewers cannot upload files. Ask a team admin for another role.')
      .waitFor()
    const stranger = await openPage()
    await stranger.goto('/sign-in')
    await stranger.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await dropFiles(stranger, [pdf('a.pdf')])).toBe(true)
  })

  it('uploads what is pasted, but not into a field', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Pasted')
    const transfer = await transferOf(page, [{ ...pdf('image.png'), mimeType: 'image/png' }])
    const paste = (selector: string) =>
      page.evaluate(
        ([clipboardData, where]) => {
          const event = new ClipboardEvent('paste', {
            bubbles: true,
            clipboardData: clipboardData as DataTransfer,
          })
          document.querySelector(where as string)?.dispatchEvent(event)
        },
        [transfer, selector] as const,
      )
    await paste('input[type=file]')
    await page.waitForTimeout(300)
    expect(await trayOf(page).count()).toBe(0)
    await paste('body')
    await trayOf(page)
      .getByText(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)
      .waitFor()
  })
})

describe('the list of uploads', () => {
  it('shows failures first, with one dismiss for all, and cancels the others together', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Many')
    await page.route('**/api/v1/workspace/files', () => {})
    await pickFiles(page, [
      pdf('a.pdf'),
      pdf('b.pdf'),
      unsupported('tool.exe'),
      { ...unsupported('IMG_0001.HEIC'), mimeType: 'image/heic' },
    ])
    const tray = trayOf(page)
    await tray.getByText('2 files uploading · 2 failed').waitFor()
    const names = await tray.getByRole('listitem').allTextContents()
    expect(names.map((text) => text.slice(0, 5))).toEqual(['tool.', 'IMG_0', 'a.pdf', 'b.pdf'])
    await tray.getByText('Export the photo as JPEG').waitFor()
    await tray.getByRole('progressbar', { name: 'Progress of all uploads' }).waitFor()
    await checkScreen(page, 'upload-list')
    await tray.getByRole('button', { name: 'Dismiss 2 failed' }).click()
    await tray.getByText('2 files uploading', { exact: true }).waitFor()
    await tray.getByRole('button', { name: 'Cancel all' }).focus()
    await page.keyboard.press('Enter')
    await tray.getByText('Cancelled').nth(1).waitFor()
    await page.getByRole('status').getByText('2 uploads cancelled.').waitFor()
    await page.unroute('**/api/v1/workspace/files')
    await tray.getByRole('button', { name: 'Upload a.pdf again' }).click()
    await tray.getByText('1 uploaded').waitFor(soon)
  })

  it('says how much is left of all files together', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Progress')
    await controlNetwork(page, 400_000)
    const big = { ...pdf('big.pdf'), buffer: Buffer.concat([pdf('x').buffer, Buffer.alloc(6_000_000)]) }
    await pickFiles(page, [big])
    await trayOf(page)
      .getByText(/ of 5\.7 MB · (less than a minute|about \d+ min) left/)
      .waitFor(soon)
  })
})
