/** Files of any size, a network that is cut, and the parts that a browser sends. */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { PickedFile } from './files.ts'

/** Its content is not random, so that a large one is made at once. */
export async function makeLargeFile(name: string, bytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-upload-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.close()
  return path
}

export const pickFiles = (page: Page, files: string | PickedFile[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

export const trayOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })

export interface PartCounts {
  /** Requests by the number of the part. */
  readonly requests: Map<string, number>
  /** Requests beyond the first of each part. */
  sentAgain(): number
}

/** Of all pages of a browser context, also of those that are opened later. */
export function countPartsOf(context: BrowserContext): PartCounts {
  const requests = new Map<string, number>()
  const numberOf = (url: string) => new URL(url).searchParams.get('partNumber')
  context.on('request', (request) => {
    const number = numberOf(request.url())
    if (request.method() === 'PUT' && number !== null) requests.set(number, (requests.get(number) ?? 0) + 1)
  })
  return {
    requests,
    sentAgain: () => [...requests.values()].reduce((sum, count) => sum + count - 1, 0),
  }
}

export interface Network {
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Upload speed in bytes per second; a cut also ends what is under way. */
export async function controlNetwork(page: Page, bytesPerSecond = -1): Promise<Network> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await setNetwork(session, { offline: false, bytesPerSecond })
  return {
    cut: () => setNetwork(session, { offline: true, bytesPerSecond }),
    restore: () => setNetwork(session, { offline: false, bytesPerSecond }),
  }
}

async function setNetwork(
  session: CDPSession,
  { offline, bytesPerSecond }: { offline: boolean; bytesPerSecond: number },
): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

/** Files as a drop or a paste has them. */
export const transferOf = (page: Page, files: readonly PickedFile[]) =>
  page.evaluateHandle(
    (list) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  )

/** True if the page has kept the browser from opening the files. */
export async function dropFiles(page: Page, files: readonly PickedFile[]): Promise<boolean> {
  const transfer = await transferOf(page, files)
  return page.evaluate((dataTransfer) => {
    const send = (type: string) =>
      document.body.dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: dataTransfer as DataTransfer }),
      )
    send('dragenter')
    const isOverKept = !send('dragover')
    const isDropKept = !send('drop')
    return isOverKept && isDropKept
  }, transfer)
}
