/** The page of a project: kinds, order, filters and search, by mouse and by keyboard. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { importOneOfEach, type OneOfEach } from './harness/one-of-each.ts'
import { signIn } from './harness/sign-in.ts'

let things: OneOfEach

beforeAll(async () => {
  things = await importOneOfEach('Sorted contents')
}, 240_000)

const contents = (page: Page) => page.getByRole('list', { name: 'Contents' })
const namesOf = (page: Page) => contents(page).locator('[data-row-link]').allTextContents()
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Contents' })
const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

it('shows the contents of a project by kind, sorted and filtered, and keeps it in the URL', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto(`/projects/${things.project}`)
  await contents(page).waitFor()
  const all = await namesOf(page)
  expect(all.length).toBeGreaterThan(3)
  await page.locator('li img').first().waitFor()
  await checkScreen(page, 'project-contents')

  await page.getByRole('link', { name: /^Sort by Name/ }).click()
  await page.getByRole('link', { name: 'Sort by Name, ascending' }).waitFor()
  const sorted = all.toSorted(new Intl.Collator('en', { numeric: true }).compare)
  await expect.poll(() => namesOf(page)).toEqual(sorted)
  await page.reload()
  await expect.poll(() => namesOf(page)).toEqual(sorted)

  // By keyboard alone from here.
  await tabs(page)
    .getByRole('link', { name: /^Recordings/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => namesOf(page)).toHaveLength(1)
  expect(paramsOf(page)).toEqual({ sort: 'name', kind: 'recording' })
  await contents(page)
    .getByText(/^\d+:\d\d$/)
    .waitFor()
  await page.getByRole('link', { name: 'Sort by Duration' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/sort=-duration/)
  await page.getByLabel('State', { exact: true }).focus()
  await page.keyboard.type('Needs')
  await page.getByText('Nothing matches these filters.').waitFor()
  expect(paramsOf(page)).toMatchObject({ kind: 'recording', show: 'needs_attention' })
  await checkScreen(page, 'project-contents-none')
  await page.getByRole('button', { name: 'Clear filters' }).focus()
  await page.keyboard.press('Enter')
  await contents(page).waitFor()
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByText('Nothing matches these filters.').waitFor()
  expect(paramsOf(page)).toMatchObject({ to: '2020-01-31' })
  await page.getByLabel('From', { exact: true }).focus()
  // The first digits of the year make days of the first centuries.
  await page.keyboard.type('01152020')
  await page.waitForURL(/from=2020-01-15/)
  await page.getByRole('link', { name: 'Clear filters' }).focus()
  await page.keyboard.press('Enter')
  await contents(page).waitFor()
  expect(paramsOf(page)).toEqual({ kind: 'recording' })
})

it('searches inside the project from its page', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto(`/projects/${things.project}`)
  await contents(page).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('country')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=country&project=\d+/)
  await page.getByRole('region', { name: 'Documents' }).waitFor()
  const within = page.getByLabel('Project', { exact: true })
  await expect.poll(() => within.locator('option:checked').textContent()).toBe('Sorted contents')
  await page.getByLabel('Search terms').fill('coutnry')
  await page.getByText('No results for “coutnry”.').waitFor()
  await checkScreen(page, 'search-suggestion')
  await page.getByRole('link', { name: 'country' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=country&project=\d+/)
  await page.getByRole('region', { name: 'Documents' }).waitFor()
  await within.selectOption('All projects')
  await page.waitForURL(/\/search\?q=country$/)
})
