import { describe, expect, it } from 'vitest'
import { baseUrl, openPage, people } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'

describe('sign-in', () => {
  it('redirects to sign-in and back to the requested page', async () => {
    const page = await openPage()
    await page.goto('/imports?show=done')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).searchParams.get('to')).toBe('/imports?show=done')
    await checkScreen(page, 'sign-in')
    await page.getByLabel('E-mail').fill(people.admin.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong but long enough')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(people.admin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
    expect(new URL(page.url()).search).toBe('?show=done')
  })

  it('does not redirect to another site', async () => {
    const page = await openPage()
    await page.goto('/sign-in?to=//example.org/x')
    await page.getByLabel('E-mail').fill(people.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(people.admin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(page.url()).toBe(`${baseUrl}/projects`)
  })

  it('signs out in all open pages', async () => {
    const page = await openPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(people.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(people.admin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/projects')
    await other.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await other.getByRole('link', { name: 'Imports' }).first().click()
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(new URL(other.url()).searchParams.get('to')).toContain('/imports')
  })

  it('accepts an invitation only once', async () => {
    const page = await openPage()
    await page.goto(people.invited.link)
    await page.getByRole('heading', { name: 'Welcome, Nora Weiss' }).waitFor()
    await checkScreen(page, 'invitation')
    await page.getByLabel('Choose a password').fill('four words to remember')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    const again = await openPage()
    await again.goto(people.invited.link)
    await again.getByText('This invitation cannot be used.').waitFor()
  })

  it('rejects changes sent from another origin', async () => {
    const page = await openPage()
    await signIn(page)
    const cookies = await page.context().cookies()
    const answer = await fetch(`${baseUrl}/api/v1/workspace/projects`, {
      method: 'POST',
      headers: {
        origin: 'https://elsewhere.example',
        'content-type': 'application/json',
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ name: 'Forged' }),
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'wrong_origin' })
  })
})
