/** A real browser on the running system. What goes wrong in a page is collected, to be found by the test. */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

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
  invited: { email: string; link: string }
}
export const people = JSON.parse(process.env['INLET_E2E_PEOPLE'] ?? '{}') as People

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
    // The page refuses inline scripts and evaluation; a test must not lift that.
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

/** Browsers report answers such as 401 as errors, also those that a page asks for and understands. */
const isExpected = (text: string) => /^Failed to load resource: .* status of 4\d\d/.test(text)

export const problemsOf = (page: Page): string[] => problems.get(page) ?? []

afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  await browser?.close()
  browser = undefined
})
