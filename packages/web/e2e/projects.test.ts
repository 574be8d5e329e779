import { describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'

describe('projects', () => {
  it('creates a project and lists it live in another window', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto('/projects')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/projects')
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
