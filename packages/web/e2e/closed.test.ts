/** What is not open to somebody is not there for them, on every screen and in search. */
import { QueryClient } from '@tanstack/react-query'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { importOneOfEach, type OneOfEach } from './harness/one-of-each.ts'
import { signIn } from './harness/sign-in.ts'
import { ask } from './harness/workspace.ts'

let things: OneOfEach
let addresses: Map<string, string[]>

interface Pages {
  createAppRouter: (client: QueryClient) => { routesByPath: Record<string, unknown> }
}

/** All routes of the table whose address names something. The pages have types of their own, hence the address. */
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
    [
      '/documents/$owner/$key',
      [`/documents/file/${things.document}`, `/documents/insight/${things.insight}`],
    ],
    ['/images/$key', [`/images/${things.image}`]],
    ['/recordings/$owner/$key', [`/recordings/file/${things.recording}`]],
    ['/surveys/$uploadKey', [survey]],
    ['/surveys/$uploadKey/responses', [`${survey}/responses`]],
    ['/surveys/$uploadKey/people', [`${survey}/people`]],
    ['/surveys/$uploadKey/people/$respondentId', [`${survey}/people/${respondents[0]?.id}`]],
    ['/surveys/$uploadKey/media', [`${survey}/media`]],
    ['/panel/$participantId', [`/panel/${participants[0]?.id}`]],
  ])
}, 240_000)

const plain = (path: string) => path.replace(/\/$/, '')
/** People of the panel belong to the whole team. */
const ofTheTeam = ['/panel/$participantId']

async function expectNotHere(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('There is nothing here, or it is not shared with you.').first().waitFor()
  const text = (await page.locator('main').textContent()) ?? ''
  expect(text, address).not.toMatch(/Behind closed doors|Field notes|Workshop wall|country/i)
}

describe.each(['viewer', 'stranger'] as const)('a %s', (who) => {
  it('is told of every screen of a closed project that there is nothing', async () => {
    const page = await openPage()
    await signIn(page, who)
    for (const route of await routesWithNames()) {
      const known = addresses.get(plain(route))
      expect(known, `${route} is a new screen: say in this test how it is opened`).toBeDefined()
      if (who === 'viewer' && ofTheTeam.includes(plain(route))) continue
      for (const address of known ?? []) await expectNotHere(page, address)
    }
  })

  it('finds nothing of it', async () => {
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
    await page.getByText('There is nothing here, or it is not shared with you.').waitFor()
  })
})
