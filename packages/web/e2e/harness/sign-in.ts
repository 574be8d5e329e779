import type { Page } from 'playwright-core'
import { baseUrl, openPage, people, type Who } from './browser.ts'
import { makeProject } from './workspace.ts'

/** The page is then on the origin of the workspace, but without the app, which most tests open at another screen. */
export async function signIn(page: Page, who: Who = 'admin'): Promise<void> {
  await addSession(page, who)
  await page.goto('/favicon.svg')
}

/** Signs in and opens the app. */
export async function signInToAccount(page: Page, who: Who = 'admin'): Promise<void> {
  await addSession(page, who)
  await page.goto('/account')
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
}

/** A second window: pages of one context are tabs of one window, of which Chromium draws only one at full speed. */
export async function openWindow(path: string, who: Who = 'admin'): Promise<Page> {
  const page = await openPage()
  await addSession(page, who)
  await page.goto(path)
  return page
}

/** Uses an existing session, because sign-in is rate limited. */
async function addSession(page: Page, who: Who): Promise<void> {
  const [name = '', value = ''] = people[who].cookie.split('=')
  await page.context().addCookies([{ name, value, url: baseUrl }])
}

/** Creates a project and opens its page. */
export async function openNewProject(page: Page, name: string, who?: Who): Promise<number> {
  const id = await makeProject(name, {}, who)
  await page.goto(`/projects/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return id
}
