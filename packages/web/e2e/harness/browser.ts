/** A real browser against the running system. Errors in a page are collected for the test to check. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** The shell is the same browser without windows, and needs a quarter less CPU time. */
const executablePath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)

export const baseUrl = process.env['INLET_E2E_URL'] ?? ''

interface Person {
  email: string
  password: string
  cookie: string
}
interface People {
  admin: Person
  viewer: Person
  /** An admin of another team. */
  stranger: Person
  /** An admin of a team without projects. */
  newcomer: Person
  invited: { email: string; link: string }
}
export type Who = 'admin' | 'viewer' | 'stranger' | 'newcomer'
export const people = JSON.parse(process.env['INLET_E2E_PEOPLE'] ?? '{}') as People

/** Folder of the screenshots. */
export const screenshots = join(import.meta.dirname, '../../../../.data/screenshots')

let browser: Browser | undefined
const problems = new WeakMap<Page, string[]>()

/** Closed after the test. */
export async function openPage({ width = 1440 }: { width?: number } = {}): Promise<Page> {
  browser ??= await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height: width < 768 ? 844 : 900 },
    // Tests run under the same content security policy as users.
    bypassCSP: false,
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const found: string[] = []
  problems.set(page, found)
  page.on('pageerror', (error) => found.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' || isExpected(message.text())) return
    found.push(message.text())
  })
  return page
}

/** Browsers log responses such as 401 as errors, even when the page handles them. */
const isExpected = (text: string) => /^Failed to load resource: .* status of 4\d\d/.test(text)

export const problemsOf = (page: Page): string[] => problems.get(page) ?? []

/** Keeps screenshots if the test has failed. The browser itself ends with the process. */
export async function closePages(test: { name: string; hasFailed: boolean }): Promise<void> {
  const contexts = browser?.contexts() ?? []
  if (test.hasFailed) await keepPictures(contexts, test.name)
  for (const context of contexts) await context.close()
}

/** Screenshots of the open pages of a failed test. */
async function keepPictures(contexts: BrowserContext[], test: string): Promise<void> {
  const name = test.replaceAll(/[^\w]+/g, '-').slice(0, 60)
  const pages = contexts.flatMap((context) => context.pages())
  for (const [place, page] of pages.entries())
    await page.screenshot({ path: join(screenshots, `failed-${name}-${place}.png`) }).catch(() => {})
}
