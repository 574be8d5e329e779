import type { Page } from 'playwright-core'
import { baseUrl, people } from './browser.ts'

/** Uses an existing session, because sign-in is rate limited. */
export async function signIn(page: Page, who: 'admin' | 'viewer' | 'stranger' = 'admin'): Promise<void> {
  const [name = '', value = ''] = people[who].cookie.split('=')
  await page.context().addCookies([{ name, value, url: baseUrl }])
  await page.goto('/account')
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
}

/** Creates a project and opens its page. */
export async function openNewProject(page: Page, name: string): Promise<number> {
  const id = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/v1/workspace/projects', { method: 'POST', headers, body })
    return ((await answer.json()) as { id: number }).id
  }, JSON.stringify({ name }))
  await page.goto(`/projects/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return id
}
