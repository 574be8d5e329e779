/** Uploads survive a lost network, a reload and a closed tab, and the app survives being offline. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { pdf, surveyCsv } from './harness/files.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'
import { controlNetwork, countPartsOf, makeLargeFile, pickFiles, trayOf } from './harness/uploads.ts'
import { ask } from './harness/workspace.ts'

const MiB = 1024 * 1024
const isFull = Boolean(process.env['INLET_FULL'])
const large = isFull
  ? { bytes: 1024 * MiB, parts: 64, cuts: [4, 3, 3], speed: 80 * MiB }
  : { bytes: 100 * MiB, parts: 7, cuts: [1, 1, 1], speed: 30 * MiB }
const soon = { timeout: isFull ? 900_000 : 180_000 }
const interrupted = 'Interrupted. Choose the same file to resume.'

/** A page with active uploads asks before it is left. */
function acceptDialogs(page: Page): void {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
}

const nextPart = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('partNumber='), soon)

describe('the upload queue', () => {
  it('completes a large file over cuts, a reload and a closed tab, with at most one part again for each', async () => {
    const first = await openPage()
    acceptDialogs(first)
    await signIn(first)
    const project = await openNewProject(first, 'Bad network')
    const context = first.context()
    const parts = countPartsOf(context)
    const path = await makeLargeFile('Gespräch Übung.mp4', large.bytes)
    const [before = 0, between = 0, after = 0] = large.cuts

    let page = first
    const cutNetwork = async (times: number) => {
      const network = await controlNetwork(page, large.speed)
      for (let cut = 0; cut < times; cut += 1) {
        await nextPart(page)
        await network.cut()
        await trayOf(page).getByText('Waiting for the connection').first().waitFor()
        await page.waitForTimeout(500)
        await network.restore()
      }
      await nextPart(page)
    }
    await controlNetwork(page, large.speed)
    await pickFiles(page, path)
    await cutNetwork(before)

    await page.reload()
    await trayOf(page).getByText(interrupted).waitFor(soon)
    await controlNetwork(page, large.speed)
    await trayOf(page).getByLabel('File of Gespräch Übung.mp4').setInputFiles(path)
    await cutNetwork(between)

    await page.close()
    page = await context.newPage()
    acceptDialogs(page)
    await page.goto(`/projects/${project}`)
    await trayOf(page).getByText(interrupted).waitFor(soon)
    await controlNetwork(page, large.speed)
    await pickFiles(page, path)
    await cutNetwork(after)
    await trayOf(page).getByText('1 uploaded').waitFor(soon)

    const interruptions = before + between + after + 2
    process.stdout.write(
      `upload_MiB=${large.bytes / MiB} parts=${large.parts} cuts=${before + between + after} reloads=1 closed=1 sent_again=${parts.sentAgain()}\n`,
    )
    expect(parts.requests.size).toBe(large.parts)
    expect(parts.sentAgain()).toBeLessThanOrEqual(interruptions)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Bad network' }).waitFor()
    expect(await trayOf(page).count()).toBe(0)
  })

  it('waits while offline and continues by itself, also with screens that were not loaded', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Train ride')
    await page.waitForLoadState('networkidle').catch(() => {})
    const network = await controlNetwork(page)
    await network.cut()
    await page.getByText('You are offline.').waitFor()
    await pickFiles(page, [pdf('im Zug.pdf'), pdf('مقابلة.pdf')])
    await trayOf(page).getByText('2 files uploading').waitFor()
    expect(await trayOf(page).getByRole('listitem').getByText('Waiting for the connection').count()).toBe(2)

    const marker = await page.evaluate(() => {
      const app = globalThis as { isSamePage?: boolean }
      app.isSamePage = true
      return app.isSamePage
    })
    expect(marker).toBe(true)
    await page.getByRole('link', { name: 'Participants', exact: true }).click()
    await page.getByText('This page could not be shown.').waitFor()
    await page.getByText('You are offline, and this page was not opened before.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This page could not be shown.').waitFor()
    await trayOf(page).getByText('2 files uploading').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByText('This could not be opened.').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByText('This could not be opened.').waitFor({ state: 'detached' })

    await network.restore()
    await page.getByRole('heading', { level: 1, name: 'Participants' }).waitFor(soon)
    await trayOf(page).getByText('2 uploaded').waitFor(soon)
    expect(await page.evaluate(() => (globalThis as { isSamePage?: boolean }).isSamePage)).toBe(true)
    const unstyled = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
          ({ sheet }) => sheet === null,
        ).length,
    )
    expect(unstyled).toBe(0)
    await page.getByRole('link', { name: 'im Zug.pdf' }).click()
    await page.waitForURL(/\/documents\/file\//)
  })

  it('keeps files that were not sent yet, and resumes all with one choice', async () => {
    const page = await openPage()
    acceptDialogs(page)
    await signIn(page)
    await openNewProject(page, 'Reloaded early')
    // Nothing is created on the server.
    await page.route('**/api/v1/workspace/{files,surveys}', () => {})
    const folder = await Promise.all(['eins.pdf', 'zwei.pdf'].map((name) => makeLargeFile(name, 2000)))
    await page.locator('input[type=file]').first().setInputFiles(folder)
    await trayOf(page).getByText('2 files uploading').waitFor()
    await page.waitForTimeout(500)
    await page.reload()
    await trayOf(page).getByText('2 interrupted').waitFor()
    await checkScreen(page, 'interrupted-queue')
    await page.unroute('**/api/v1/workspace/{files,surveys}')
    await trayOf(page).getByLabel('Files of interrupted uploads').setInputFiles(folder)
    await trayOf(page).getByText('2 uploaded').waitFor(soon)
  })

  it('is resumed or discarded by one of two tabs', async () => {
    const page = await openPage()
    acceptDialogs(page)
    await signIn(page)
    const project = await openNewProject(page, 'Two tabs')
    const creations = '**/api/v1/workspace/files'
    await page.route(creations, () => {})
    const path = await makeLargeFile('drei.pdf', 2000)
    await pickFiles(page, path)
    await trayOf(page).getByText('1 file uploading').waitFor()
    await page.waitForTimeout(500)
    await page.reload()
    await trayOf(page).getByText(interrupted).waitFor()
    const other = await page.context().newPage()
    acceptDialogs(other)
    let isDiscarded = false
    other.on('request', (request) => {
      if (request.method() === 'DELETE') isDiscarded = true
    })
    await other.goto(`/projects/${project}`)
    await trayOf(other).getByText(interrupted).waitFor()

    await trayOf(page).getByLabel('File of drei.pdf').setInputFiles(path)
    await trayOf(page).getByText('1 file uploading').waitFor()
    await trayOf(other).getByRole('button', { name: 'Discard drei.pdf' }).click()
    await trayOf(other).getByText('This file is being uploaded in another tab.').waitFor()
    await page.unroute(creations)
    await trayOf(page).getByText('1 uploaded').waitFor(soon)
    // It is finished, so the row is dropped instead of uploading the file again.
    await trayOf(other).getByLabel('File of drei.pdf').setInputFiles(path)
    await trayOf(other).waitFor({ state: 'detached' })
    expect(isDiscarded).toBe(false)
    const { imports } = await ask<{ imports: unknown[] }>('GET', `/imports?project_id=${project}`)
    expect(imports).toHaveLength(1)
  })

  it('keeps what was chosen for a survey', async () => {
    const page = await openPage()
    acceptDialogs(page)
    await signIn(page)
    await openNewProject(page, 'Survey reloaded')
    await page.route('**/api/v1/workspace/surveys', () => {})
    const { buffer } = surveyCsv('oktober.csv')
    const path = await makeLargeFile('oktober.csv', 0)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(path, buffer)
    await page.locator('input[type=file]').first().setInputFiles(path)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Survey name').fill('Umfrage im Oktober')
    await dialog.getByRole('button', { name: 'Import 60 responses' }).click()
    await trayOf(page).getByText('1 file uploading').waitFor()
    await page.waitForTimeout(500)
    await page.reload()
    await trayOf(page).getByText(interrupted).waitFor()
    await page.unroute('**/api/v1/workspace/surveys')
    await page.locator('input[type=file]').first().setInputFiles(path)
    await trayOf(page).getByRole('link', { name: 'Umfrage im Oktober' }).waitFor(soon)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('resumes by itself after a reload where the browser can open the file again', async () => {
    const page = await openPage()
    acceptDialogs(page)
    await signIn(page)
    await openNewProject(page, 'Handles')
    // The call before the reload is never answered; unroute would let it through, and the upload could end before the reload.
    let creations = 0
    await page.route('**/api/v1/workspace/files', (route) => {
      creations += 1
      return creations === 1 ? undefined : route.continue()
    })
    await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const folder = await navigator.storage.getDirectory()
      const handle = await folder.getFileHandle('notes.pdf', { create: true })
      const writer = await handle.createWritable()
      await writer.write(bytes)
      await writer.close()
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(await handle.getFile())
      // Synthetic drops have no handles.
      Object.assign(DataTransferItem.prototype, { getAsFileSystemHandle: () => Promise.resolve(handle) })
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    }, pdf('notes.pdf').buffer.toString('base64'))
    await trayOf(page).getByText('1 file uploading').waitFor()
    await expect.poll(() => creations).toBe(1)
    await page.reload()
    await trayOf(page).getByText('1 uploaded').waitFor(soon)
  })
})
