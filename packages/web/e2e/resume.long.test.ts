/** A large upload survives a closed tab and a lost network: only what has not arrived is sent again. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'

const MiB = 1024 * 1024
const partBytes = 16 * MiB
const fileBytes = 100 * MiB
const partCount = 7
const half = 3
const soon = { timeout: 120_000 }

async function makeFile(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-resume-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, randomBytes(fileBytes))
  return path
}

/** Counts the parts that the store has confirmed to a page. */
function countParts(page: Page): { readonly stored: number } {
  const numbers = new Set<string>()
  page.on('response', (response) => {
    const { searchParams } = new URL(response.url())
    const number = searchParams.get('partNumber')
    if (response.request().method() === 'PUT' && response.ok() && number !== null) numbers.add(number)
  })
  return {
    get stored() {
      return numbers.size
    },
  }
}

/** Counts the requests for parts that a page starts. */
function countSent(page: Page): { readonly sent: number } {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('partNumber=')) sent += 1
  })
  return {
    get sent() {
      return sent
    },
  }
}

async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

const pick = (page: Page, path: string) => page.locator('input[type=file]').first().setInputFiles(path)
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })

/** Uploads that are kept in the browser. */
const countSaved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('inlet-uploads')
        opening.onerror = () => reject(new Error('IndexedDB has failed.'))
        opening.onsuccess = () => {
          const counting = opening.result.transaction('uploads').objectStore('uploads').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

/** The other parts do not leave the browser. */
async function allowParts(page: Page, most: number): Promise<void> {
  await page.route(/partNumber=/, async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('partNumber'))
    if (number <= most) await route.continue()
  })
}

describe('an interrupted upload', () => {
  it('is resumed when the same file is chosen again, also over a lost network', async () => {
    const first = await openPage()
    await signIn(first)
    const project = await openNewProject(first, 'Closed tab')
    const context = first.context()
    const path = await makeFile('call.mp4')
    const before = countParts(first)
    await allowParts(first, half)
    await pick(first, path)
    await expect.poll(() => before.stored, soon).toBe(half)
    await first.close()

    const page = await context.newPage()
    const counter = countSent(page)
    const parts = countParts(page)
    await page.goto(`/projects/${project}`)
    await tray(page).getByText('Interrupted. Choose the same file to resume.').waitFor()
    await checkScreen(page, 'interrupted-upload')
    await tray(page)
      .getByLabel('File of call.mp4')
      .setInputFiles(await makeFile('call.mp4'))
    await tray(page).getByText('This is not the file of the interrupted upload').waitFor()

    await slowDown(page, 10 * MiB)
    await pick(page, path)
    await expect.poll(() => counter.sent, soon).toBeGreaterThanOrEqual(2)
    await context.setOffline(true)
    const atOutage = counter.sent
    await page.waitForTimeout(3000)
    // It waits instead of trying in vain.
    expect(counter.sent).toBe(atOutage)
    await context.setOffline(false)
    await tray(page).getByText('1 uploaded').waitFor(soon)
    const missing = partCount - half
    console.log(
      `resume parts=${partCount} before=${half} after=${parts.stored} requests=${counter.sent} saved_MiB=${(half * partBytes) / MiB}`,
    )
    // Parts under way when the tab was closed may have arrived.
    expect(parts.stored).toBeLessThanOrEqual(missing)
    expect(parts.stored).toBeGreaterThan(0)
    expect(counter.sent).toBeLessThanOrEqual(parts.stored + 4)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Closed tab' }).waitFor()
    expect(await tray(page).count()).toBe(0)
    expect(await countSaved(page)).toBe(0)
  })

  it('can be discarded, and is not shown while another tab sends it', async () => {
    const first = await openPage()
    await signIn(first)
    const project = await openNewProject(first, 'Discarded')
    const context = first.context()
    const path = await makeFile('talk.mp4')
    const parts = countParts(first)
    await allowParts(first, half)
    await pick(first, path)
    await expect.poll(() => parts.stored, soon).toBe(half)
    const page = await context.newPage()
    await page.goto(`/projects/${project}`)
    await page.getByRole('heading', { level: 1, name: 'Discarded' }).waitFor()
    await page.waitForLoadState('networkidle').catch(() => {})
    expect(await tray(page).count()).toBe(0)
    await first.close()
    await page.reload()
    const discarded = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await tray(page).getByRole('button', { name: 'Discard talk.mp4' }).click()
    expect((await discarded).status()).toBe(204)
    await tray(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Discarded' }).waitFor()
    expect(await tray(page).count()).toBe(0)
  })
})
