import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { expectOnlyText, expectWatchWorks, watch } from './harness/only-text.ts'
import { formulas, payloads } from './harness/payloads.ts'
import { signIn } from './harness/sign-in.ts'
import { csv, importSurvey } from './harness/surveys.ts'
import { makeProject } from './harness/workspace.ts'

/** Each header is a payload as well. Headers must be unique. */
const names = {
  person: '<img src=x onerror=ran()> your name',
  single: '<script>ran()</script> single?',
  multi: '"><svg onload=ran()> multi?',
  ranking: '<iframe src="javascript:parent.ran()"> ranking?',
  open: '=HYPERLINK("javascript:ran()") open?',
}

let survey = ''

beforeAll(async () => {
  const rows = payloads.map((payload, i) => [
    payload,
    payloads[i % 24] ?? '',
    [payloads[i % 9], payloads[(i + 4) % 9]].join('|'),
    i % 2 === 0 ? '<b onmouseover=ran()>one</b> > two > three' : 'two > <b onmouseover=ran()>one</b> > three',
    payload,
  ])
  const project = await makeProject('<img src=x onerror=ran()> project')
  survey = await importSurvey(project, {
    name: '<script>ran()</script> & <svg onload=ran()>',
    parts: [csv([Object.values(names), ...rows])],
    columns: {
      [names.person]: 'Name',
      [names.single]: 'Single choice',
      [names.multi]: 'Multi choice',
      [names.ranking]: 'Ranking',
      [names.open]: 'Open-ended',
    },
  })
}, 300_000)

it('renders two hundred payloads in headers and cells as text on every screen and in the export', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  const page = await openPage()
  const elsewhere = await watch(page)
  await signIn(page)

  await page.goto(`/surveys/${survey}`)
  await page.getByRole('heading', { level: 2 }).nth(3).waitFor()
  await expectOnlyText(page, 'charts')
  for (const button of await page.getByRole('button', { name: /^Show all/ }).all()) await button.click()
  for (const button of await page.getByRole('button', { name: 'Table' }).all()) await button.click()
  await expectOnlyText(page, 'tables')
  for (const button of await page.getByRole('button', { name: 'Chart' }).all()) await button.click()
  await page.locator('button[aria-pressed]').filter({ hasText: '<img' }).first().click()
  await page.getByRole('button', { name: 'Remove all filters' }).waitFor()
  await expectOnlyText(page, 'filters')
  await page.keyboard.press('Escape')
  const search = page.getByLabel(/^Search answers/)
  await search.scrollIntoViewIfNeeded()
  await search.fill('script')
  await page.locator('mark').first().waitFor()
  await expectOnlyText(page, 'open answers')

  await page.goto(`/surveys/${survey}/responses`)
  await page.getByRole('cell').first().waitFor()
  for (const row of [30, 60, 90, 120, 150, 180, payloads.length]) {
    await page.getByLabel(/^Go to row/).fill(String(row))
    await page.keyboard.press('Enter')
    await page.locator(`[data-row="${row - 1}"]`).waitFor()
    await expectOnlyText(page, `row ${row}`)
  }
  // Wait until the row has the focus, otherwise the key goes into the input.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
  await page.keyboard.press('c')
  await page.getByLabel(names.single).waitFor()
  await expectOnlyText(page, 'columns')
  await page.keyboard.press('Escape')
  await page.getByRole('row').nth(5).click()
  await page.getByRole('dialog').getByText(names.open).waitFor()
  await expectOnlyText(page, 'drawer')

  await page.goto(`/surveys/${survey}/people`)
  const more = page.getByRole('button', { name: 'Show more people' })
  const all = page.getByText(`${payloads.length} of ${payloads.length} shown`)
  await expect
    .poll(async () => {
      if (await more.isVisible()) await more.click()
      return all.isVisible()
    })
    .toBe(true)
  await expectOnlyText(page, 'people')
  await page.getByRole('list', { name: 'People' }).getByRole('link').nth(4).click()
  await page.getByRole('article').waitFor()
  await expectOnlyText(page, 'person')

  await page.goto(`/surveys/${survey}/media`)
  await page.getByText('No media in this survey.').waitFor()
  await page.goto('/projects')
  await page.getByRole('link', { name: '<img' }).first().waitFor()
  await expectOnlyText(page, 'projects')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/surveys/${survey}/responses`)
  await page.getByRole('listitem').nth(3).waitFor()
  await expectOnlyText(page, 'cards')
  expect(elsewhere).toEqual([])
  expect(problemsOf(page)).toEqual([])

  await page.goto(`/surveys/${survey}/responses?f=1:1`)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Export (filtered )?CSV/ }).click()
  await (await saving).cancel()
  await expectFormulasAreText(page)
  await expectWatchWorks(page)
})

async function expectFormulasAreText(page: Page): Promise<void> {
  const answer = await page.request.get(`/api/v1/workspace/surveys/${survey}/responses.csv`)
  expect(answer.headers()['content-disposition']).toMatch(/^attachment/)
  const records: string[][] = parse(await answer.body(), { bom: true })
  expect(records).toHaveLength(payloads.length + 1)
  const cells = records.flat()
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  for (const formula of formulas) expect(cells).toContain(`'${formula}`)
}
