import { describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { openWindow, signIn } from './harness/sign-in.ts'
import { ask, makeProject } from './harness/workspace.ts'

describe('projects', () => {
  it('creates a project and lists it live in another window', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto('/projects')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    const other = await openWindow('/projects')
    await other.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('Checkout study')
    await checkScreen(page, 'new-project')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { level: 1, name: 'Checkout study' }).waitFor()
    await checkScreen(page, 'project-empty')
    await other.getByRole('link', { name: 'Checkout study' }).waitFor()
    await checkScreen(other, 'projects')
  })

  it('navigates by keyboard alone: shortcuts, palette and rows', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto('/imports')
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    await page.keyboard.type('Made by keyboard')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Made by keyboard' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await checkScreen(page, 'palette')
    await page.keyboard.type('imports')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await checkScreen(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('keeps a project on the page when it cannot be fetched again, and retries without a reload', async () => {
    const page = await openPage()
    await signIn(page)
    const id = await makeProject('Bad reception')
    const call = `**/api/v1/workspace/projects/${id}`
    await page.goto('/projects')
    await page.getByRole('link', { name: 'Bad reception' }).waitFor()
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Bad reception')
    await page.route(call, (route) => route.abort())
    await page.keyboard.press('Enter')
    await page.getByText('This project cannot be shown.').waitFor()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bad reception' }).waitFor()
    await page.route(call, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await ask('PATCH', `/projects/${id}`, { name: 'Renamed elsewhere' })
    await failed
    // After two more attempts the query has failed.
    await page.waitForTimeout(3000)
    await page.getByRole('heading', { level: 1, name: 'Bad reception' }).waitFor()
    await page.unroute(call)
    await ask('PATCH', `/projects/${id}`, { name: 'Good reception' })
    await page.getByRole('heading', { level: 1, name: 'Good reception' }).waitFor()
  })

  it('tells newcomers what to do first, and takes languages and privacy settings with a new project', async () => {
    const page = await openPage()
    await signIn(page, 'newcomer')
    await page.goto('/projects')
    await page.getByRole('heading', { name: 'Start with a project for your study' }).waitFor()
    await checkScreen(page, 'first-project')
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('Sensitive interviews')
    await page.getByRole('button', { name: 'Language and privacy settings' }).press('Enter')
    await page.getByLabel('Language of transcripts').fill('de-DE')
    await page.getByLabel('Protect new recordings').check()
    await page.getByRole('group', { name: 'Privacy settings' }).getByLabel('Redact personal data').check()
    await checkScreen(page, 'new-project-settings')
    const created = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Create project' }).click()
    expect((await created).postDataJSON()).toEqual({
      name: 'Sensitive interviews',
      transcript_language: 'de-DE',
      auto_pii_enabled_at_project_level: true,
      redact_pii: true,
    })
    await page.getByRole('heading', { level: 1, name: 'Sensitive interviews' }).waitFor()
    await page.goto(`${new URL(page.url()).pathname}/settings`)
    await expect.poll(() => page.getByLabel('Language of transcripts').inputValue()).toBe('de-DE')
    expect(await page.getByLabel('Protect new recordings').isChecked()).toBe(true)
  })

  it('does not let viewers create projects', async () => {
    const page = await openPage()
    await signIn(page, 'viewer')
    await page.goto('/projects')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(await page.getByRole('button', { name: 'New project' }).count()).toBe(0)
  })

  it('shows a not-found page for unknown projects and URLs', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto('/projects/999999999')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await checkScreen(page, 'project-not-found')
    await page.goto('/nothing/of/this')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await checkScreen(page, 'not-found')
  })
})

describe('account', () => {
  it('keeps which imports are reported by e-mail', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto('/account')
    const choice = page.getByLabel('E-mail about files that you upload here')
    expect(await choice.inputValue()).toBe('failed')
    await choice.selectOption('finished')
    await page.getByRole('region', { name: 'Notice' }).getByText('Setting saved.').waitFor()
    await page.reload()
    expect(await choice.inputValue()).toBe('finished')
    await choice.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('region', { name: 'Notice' }).getByText('Setting saved.').waitFor()
    await expect.poll(() => choice.inputValue()).toBe('failed')
  })

  it('rejects a password change with a wrong current password', async () => {
    const page = await openPage()
    await signIn(page, 'viewer')
    await page.goto('/account')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await checkScreen(page, 'account')
    await page.getByLabel('Current password', { exact: true }).fill('not the right one')
    await page.getByLabel('New password', { exact: true }).fill('another long password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The current password is wrong').waitFor()
  })
})
