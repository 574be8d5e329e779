import type { Page } from 'playwright-core'
import { people } from './browser.ts'

/** Through the API, with the browser's own cookies: the page for it has tests of its own. */
export async function signIn(page: Page, who: 'admin' | 'viewer' = 'admin'): Promise<void> {
  await page.goto('/sign-in')
  const { email, password } = people[who]
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/v1/workspace/sign-in', { method: 'POST', headers, body })
    return answer.status
  }, JSON.stringify({ email, password }))
  if (status !== 200) throw new Error(`Signing in was answered with ${status}.`)
}

/** Makes a project and opens its page. */
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
