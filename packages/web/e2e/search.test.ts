/** Search across all kinds, and access control on every screen and in search. */
import { setTimeout as sleep } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { importOneOfEach, type OneOfEach } from './harness/one-of-each.ts'
import { signIn } from './harness/sign-in.ts'
import { ask } from './harness/workspace.ts'

let things: OneOfEach
let addresses: Map<string, string[]>

interface Pages {
  createAppRouter: (client: QueryClient) => { routesByPath: Record<string, unknown> }
}

/** All routes with a parameter. Imported by URL, because the web app has its own TypeScript project. */
async function routesWithNames(): Promise<string[]> {
  const { createAppRouter } = (await import(new URL('../src/app/router.ts', import.meta.url).href)) as Pages
  return Object.keys(createAppRouter(new QueryClient()).routesByPath).filter((path) => path.includes('$'))
}

beforeAll(async () => {
  things = await importOneOfEach('Behind closed doors', true)
  const { respondents } = await ask<{ respondents: { id: number }[] }>(
    'GET',
    `/surveys/${things.survey}/respondents`,
  )
  const { participants } = await ask<{ participants: { id: number }[] }>('GET', '/participants')
  const survey = `/surveys/${things.survey}`
  addresses = new Map([
    ['/projects/$projectId', [`/projects/${things.project}`]],
    ['/projects/$projectId/images', [`/projects/${things.project}/images`]],
    ['/projects/$projectId/settings', [`/projects/${things.project}/settings`]],
    [
      '/documents/$owner/$key',
      [`/documents/file/${things.document}`, `/documents/insight/${things.insight}`],
    ],
    ['/images/$key', [`/images/${things.image}`]],
    ['/recordings/$owner/$key', [`/recordings/file/${things.recording}`]],
    ['/surveys/$uploadKey', [survey]],
    ['/surveys/$uploadKey/responses', [`${survey}/responses`]],
    ['/surveys/$uploadKey/cross-tabulation', [`${survey}/cross-tabulation`]],
    ['/surveys/$uploadKey/people', [`${survey}/people`]],
    ['/surveys/$uploadKey/people/$respondentId', [`${survey}/people/${respondents[0]?.id}`]],
    ['/surveys/$uploadKey/columns', [`${survey}/columns`]],
    ['/surveys/$uploadKey/media', [`${survey}/media`]],
    ['/participants/$participantId', [`/participants/${participants[0]?.id}`]],
    ['/panel/$participantId', [`/panel/${participants[0]?.id}`]],
  ])
  // Indexing finishes shortly after an import is ready.
  for (;;) {
    const { is_indexing } = await ask<{ is_indexing: boolean }>('GET', '/search?q=country')
    if (!is_indexing) return
    await sleep(300)
  }
}, 240_000)

it('finds a word in every kind of import and opens each result at its position', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/search')
  await page.getByText('Search transcripts, documents and answers.').waitFor()
  await checkScreen(page, 'search-start')
  // The search field has the focus.
  await page.keyboard.type('country', { delay: 20 })
  await page.waitForURL(/\?q=country$/)
  await page.getByRole('heading', { level: 2, name: 'Documents' }).waitFor()
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
  await opens('Images', /\/images\/[\w-]+/)
  await opens('Answers', /\/surveys\/[\w-]+\/responses\?open=\d+/)
  if (things.hasSpeech) await opens('Transcripts', /\/recordings\/file\/[\w-]+\?t=\d+/)

  await page.getByRole('link', { name: /^Answers/ }).click()
  await page.waitForURL(/kind=answer/)
  await group('Documents').waitFor({ state: 'detached' })
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Answers'])

  await page.getByLabel('Search terms').fill('zzzunfindable')
  await page.getByText('No results for “zzzunfindable” in answers.').waitFor()
  await checkScreen(page, 'search-nothing')
  await page.getByRole('link', { name: 'Search all types' }).click()
  await page.getByText('No results for “zzzunfindable”.').waitFor()
})

it('finds what was imported on some days', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto(`/search?q=country&kind=document&project=${things.project}`)
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByRole('link').first().waitFor()
  const count = await documents.getByRole('listitem').count()
  await page.getByLabel('Imported from').fill('2020-01-31')
  await page.waitForURL(/from=2020-01-31/)
  await expect.poll(() => documents.getByRole('listitem').count()).toBe(count)
  await page.getByLabel('to', { exact: true }).fill('2020-02-01')
  await page.getByText('No results for “country” in documents.').waitFor()
  await checkScreen(page, 'search-other-days')
  await page.getByRole('link', { name: 'Search all dates' }).click()
  await expect.poll(() => documents.getByRole('listitem').count()).toBe(count)
  expect(new URL(page.url()).search).toBe(`?q=country&kind=document&project=${things.project}`)
})

it('finds files, surveys and people by name in the command palette', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('Workshop')
  await page
    .getByRole('option', { name: /Workshop wall\.png/ })
    .first()
    .waitFor()
  await checkScreen(page, 'palette-names')
  await page.getByRole('option', { name: /Search everything for “Workshop”/ }).click()
  await page.waitForURL(/\/search\?q=Workshop/)
  await page.getByRole('region', { name: 'Names' }).getByText('Workshop wall.png').first().waitFor()
})

const plain = (path: string) => path.replace(/\/$/, '')
/** Participants may also have answered surveys that everyone can open; the access matrix covers the others. */
const ofTheTeam = ['/participants/$participantId', '/panel/$participantId']

async function expectNotHere(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('This page does not exist or is not shared with you.').first().waitFor()
  const text = (await page.locator('main').textContent()) ?? ''
  expect(text, address).not.toMatch(/Behind closed doors|Field notes|Workshop wall|country/i)
}

describe.each(['viewer', 'stranger'] as const)('a %s without access', (who) => {
  it('sees a not-found page on every screen of a private project', async () => {
    const page = await openPage()
    await signIn(page, who)
    for (const route of await routesWithNames()) {
      const known = addresses.get(plain(route))
      expect(known, `${route} is a new screen: add its URL to this test`).toBeDefined()
      if (who === 'viewer' && ofTheTeam.includes(plain(route))) continue
      for (const address of known ?? []) await expectNotHere(page, address)
    }
  })

  it('finds nothing of a private project by search', async () => {
    const page = await openPage()
    await signIn(page, who)
    for (const word of ['country', 'Behind closed doors', 'Workshop wall']) {
      await page.goto(`/search?q=${encodeURIComponent(word)}`)
      await page
        .getByText(/^(Nothing says|Transcripts|Documents|Images|Answers|Names)/)
        .first()
        .waitFor()
      const text = (await page.locator('main').textContent()) ?? ''
      expect(text).not.toContain('Behind closed doorsThere')
      expect(await page.getByRole('link', { name: /Behind closed doors/ }).count()).toBe(0)
      for (const key of [things.document, things.image, things.recording, things.insight, things.survey])
        expect(await page.locator(`a[href*="${key}"]`).count(), `${word} leads to ${key}`).toBe(0)
    }
    await page.goto(`/search?q=country&project=${things.project}`)
    await page.getByText('This page does not exist or is not shared with you.').waitFor()
  })
})
