import { beforeAll, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { importOneOfEach, type OneOfEach } from './harness/one-of-each.ts'
import { signIn } from './harness/sign-in.ts'
import { ask } from './harness/workspace.ts'

let things: OneOfEach

beforeAll(async () => {
  things = await importOneOfEach('Checkout study')
  // What is ready to read is searchable a moment later.
  for (;;) {
    const { is_indexing } = await ask<{ is_indexing: boolean }>('GET', '/search?q=country')
    if (!is_indexing) return
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}, 240_000)

it('a word is found in every kind, and opens where it stands', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/search')
  await page.getByText('Find what was said').waitFor()
  await checkScreen(page, 'search-start')
  await page.keyboard.press('/')
  await page.keyboard.type('country', { delay: 20 })
  await page.getByRole('heading', { level: 2, name: 'Documents' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=country')
  await checkScreen(page, 'search')
  const group = (name: string) => page.getByRole('region', { name })
  expect(await group('Documents').locator('mark').first().textContent()).toMatch(/^countr(y|ies)$/i)

  const opens = async (name: string, address: RegExp) => {
    await group(name).getByRole('link').filter({ hasNotText: 'Show all' }).first().click()
    await page.waitForURL(address)
    await page.goBack()
    await group(name).waitFor()
  }
  await opens('Documents', /\/documents\/(file|insight)\/[^?]+\?page=\d+&find=country/)
  await opens('Images', new RegExp(`/images/${things.image}`))
  await opens('Answers', new RegExp(`/surveys/${things.survey}/responses\\?open=\\d+`))
  if (things.hasSpeech)
    await opens('Transcripts', new RegExp(`/recordings/file/${things.recording}\\?t=\\d+`))

  await page.getByRole('link', { name: /^Answers/ }).click()
  await page.waitForURL(/kind=answer/)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Answers'])

  await page.getByLabel('Search words').fill('zzzunfindable')
  await page.getByText('Nothing says “zzzunfindable” in answers.').waitFor()
  await checkScreen(page, 'search-nothing')
  await page.getByRole('link', { name: 'Search all kinds' }).click()
  await page.getByText('Nothing says “zzzunfindable”.').waitFor()
})

it('the palette finds names of files, surveys and people', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('Workshop')
  await page.getByRole('option', { name: /Workshop wall\.png/ }).waitFor()
  await checkScreen(page, 'palette-names')
  await page.getByRole('option', { name: /Search everything for “Workshop”/ }).click()
  await page.waitForURL(/\/search\?q=Workshop/)
  await page.getByRole('region', { name: 'Names' }).getByText('Workshop wall.png').waitFor()
})
