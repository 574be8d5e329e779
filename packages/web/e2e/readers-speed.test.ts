/** Load times of documents and recordings on a slow machine and network. Runs only with INLET_FULL. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { pdfOf, tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { signIn } from './harness/sign-in.ts'
import { writeTranscript } from './harness/transcripts.ts'
import { makeProject } from './harness/workspace.ts'

const isFull = Boolean(process.env['INLET_FULL'])
const tries = 3

let small = ''
let large = ''
let talk = ''

/** CPU four times slower, 10 Mbit/s, 40 ms latency. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const bytesASecond = 10_000_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Time from navigation until the element is visible. The best of several runs, because the machine may be busy. */
async function measure(
  path: string,
  wanted: (page: Page) => Promise<void>,
  isSlow: boolean,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const page = await openPage()
    await signIn(page)
    // Disable the cache to measure a first visit.
    const fresh = await page.context().newPage()
    const session = await fresh.context().newCDPSession(fresh)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.close()
    if (isSlow) await slowDown(fresh)
    const start = performance.now()
    await fresh.goto(path, { waitUntil: 'commit' })
    await wanted(fresh)
    best = Math.min(best, performance.now() - start)
    await fresh.context().close()
  }
  return Math.round(best)
}

const picture = (number: number) => (page: Page) =>
  page.getByRole('img', { name: `Page ${number}`, exact: true }).waitFor()
const title = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const firstLine = (page: Page) => page.locator('[data-line="0"]').waitFor()

describe.runIf(isFull)('load times', () => {
  beforeAll(async () => {
    const project = await makeProject('Measured')
    const lines = (number: number) =>
      Array.from({ length: 28 }, (_, line) => `Page ${number}, line ${line}: the export`)
    const pages = Array.from({ length: 1000 }, (_, place) => lines(place + 1))
    ;[small, large, talk] = await Promise.all([
      importFile(project, pdfOf('small.pdf', pages.slice(0, 3))),
      importFile(project, pdfOf('large.pdf', pages)),
      importFile(project, tone('two hours.wav', 60)),
    ])
    await writeTranscript(talk, { lines: 690, msPerLine: 10_434, voices: ['A', 'B'] })
  }, 300_000)

  it.each([
    // The baseline that every page needs before it shows its own content.
    ['the shell with a title, slow', (): string => '/account', title, true, 1500],
    ['a transcript of 2 hours', (): string => `/recordings/file/${talk}`, firstLine, false, 1000],
    ['first lines of an interview, slow', (): string => `/recordings/file/${talk}`, firstLine, true, 2000],
    ['page 1 of a small PDF, slow', (): string => `/documents/file/${small}`, picture(1), true, 2500],
    ['page 800 of 1,000, slow', (): string => `/documents/file/${large}?page=800`, picture(800), true, 4000],
  ] as const)('shows %s in time', async (name, pathOf, wanted, isSlow, budget) => {
    const took = await measure(pathOf(), wanted, isSlow)
    console.log(`${name}: ${took} ms of ${budget} ms`)
    expect(took).toBeLessThanOrEqual(budget)
  })
})
