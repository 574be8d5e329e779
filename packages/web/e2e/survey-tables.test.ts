import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'
import { columns, importSurvey, surveyPart, surveyRows } from './harness/surveys.ts'
import { makeProject } from './harness/workspace.ts'

const rows = surveyRows(240)
const often = 'How often do you use the export?'
const tools = 'Which tools do you use beside it?'

let survey = ''

beforeAll(async () => {
  const project = await makeProject('Survey tables')
  survey = await importSurvey(project, { name: 'Export tables', parts: [surveyPart(rows)], columns })
}, 300_000)

async function open(path: string): Promise<Page> {
  const page = await openPage()
  await signIn(page)
  await page.goto(path)
  return page
}

const count = (fits: (row: string[]) => boolean) => rows.filter(fits).length
const cell = (page: Page, row: string, column: number) =>
  page
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .getByRole('cell')
    .nth(column)

it('tabulates two questions under a filter, by keyboard and from a link', async () => {
  const page = await open(`/surveys/${survey}`)
  await page
    .getByRole('region', { name: 'How likely' })
    .getByRole('button', { name: /^Promoters/ })
    .click()
  await page.getByRole('link', { name: 'Cross tabulation' }).click()
  const isPromoter = (row: string[]) => row[5] !== '' && Number(row[5]) >= 9
  const both = count((row) => isPromoter(row) && row[3] !== '' && row[4] !== '')
  const matching = count(isPromoter)
  await page.getByText(`${both} of ${matching} responses answered both questions.`).waitFor()
  const table = page.getByRole('region', { name: `${often} by ${tools}` })
  const names = await table.getByRole('columnheader').allTextContents()
  const slack = names.indexOf('Slack')
  const weekly = (row: string[]) => isPromoter(row) && row[3] === 'Weekly'
  const withSlack = count((row) => weekly(row) && row[4]?.includes('Slack') === true)
  expect(await cell(page, 'Weekly', slack).textContent()).toBe(String(withSlack))
  await page.getByRole('button', { name: 'Row %' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Percent of the responses in the row.').waitFor()
  const base = count((row) => weekly(row) && row[4] !== '')
  expect(await cell(page, 'Weekly', slack).textContent()).toContain(`${withSlack} of ${base}`)
  await page.getByText(/Respondents could choose several answers/).waitFor()
  await checkScreen(page, 'survey-cross-tabulation')
  await page.getByRole('button', { name: 'Swap' }).click()
  await page.getByRole('region', { name: `${tools} by ${often}` }).waitFor()
  await page.reload()
  await page.getByText(`${both} of ${matching} responses answered both questions.`).waitFor()
  expect(await page.getByLabel('Rows').evaluate((select: HTMLSelectElement) => select.value)).toBe('4')
  await page.getByLabel('Columns').selectOption('5')
  await page.getByRole('columnheader', { name: 'Promoters' }).waitFor()
})
