/** Correcting a survey in the browser: column types and failed parts. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'
import { appendNothing, columns, csv, importSurvey, surveyPart, surveyRows } from './harness/surveys.ts'
import { makeProject } from './harness/workspace.ts'

const rows = surveyRows(60)
const tools = 'Which tools do you use beside it?'
const soon = { timeout: 60_000 }

let mistyped = ''
let broken = ''
let surplus = ''

beforeAll(async () => {
  const project = await makeProject('Survey corrections', { share_preference: 2 })
  const parts = [surveyPart(rows)]
  ;[mistyped, broken, surplus] = await Promise.all([
    importSurvey(project, {
      name: 'Tools as one answer',
      parts: [surveyPart(rows.slice(0, 30)), surveyPart(rows.slice(30))],
      columns: { ...columns, [tools]: 'Single choice' },
    }),
    importSurvey(project, {
      name: 'A part of another survey',
      parts: [...parts, csv([['Something else'], ['entirely']])],
      columns,
      until: 'failed',
    }),
    importSurvey(project, { name: 'A part that never comes', parts, columns }),
  ])
  await appendNothing(surplus)
}, 300_000)

async function open(path: string, who: 'admin' | 'viewer' = 'admin'): Promise<Page> {
  const page = await openPage()
  await signIn(page, who)
  await page.goto(path)
  return page
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

describe('column types', () => {
  it('FIX-4 changes the type of a column in a dialog and updates the chart', async () => {
    const page = await open(`/surveys/${mistyped}/columns`)
    await row(page, tools).getByText('Single choice').waitFor()
    await checkScreen(page, 'survey-columns')
    await page.getByRole('button', { name: `Change type: ${tools}` }).click()
    const dialog = page.getByRole('dialog')
    const change = dialog.getByRole('button', { name: 'Change type' })
    expect(await change.isDisabled()).toBe(true)
    await dialog.getByRole('combobox').selectOption({ label: 'Multiple choice' })
    await dialog.getByText('All responses are processed again').waitFor()
    await checkScreen(page, 'survey-retype')
    await change.click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, tools).getByText('Multiple choice', { exact: true }).waitFor(soon)
    await page.getByRole('link', { name: 'Overview' }).click()
    const slack = rows.filter((cells) => cells[4]?.includes('Slack')).length
    const bar = page.getByRole('region', { name: tools }).getByRole('button', { name: /^Slack/ })
    await bar.waitFor(soon)
    expect(await bar.textContent()).toContain(String(slack))
  }, 180_000)

  it('FIX-4 shows column types to viewers without letting them change one', async () => {
    const page = await open(`/surveys/${mistyped}/columns`, 'viewer')
    await row(page, 'How often').getByText('Single choice').waitFor()
    expect(await page.getByRole('button', { name: /^Change type/ }).count()).toBe(0)
  })
})

async function withdraw(page: Page): Promise<void> {
  const state = page.getByRole('region', { name: 'Import' })
  await state.getByRole('button', { name: 'Withdraw: part 2' }).click()
  await page.getByRole('button', { name: 'Withdraw part' }).click()
  await state.waitFor({ state: 'detached', ...soon })
}

describe('survey parts', () => {
  it('FIX-3 withdraws a failed part and completes the survey without it', async () => {
    const page = await open(`/surveys/${broken}`)
    await page.getByText('Import incomplete').waitFor()
    await checkScreen(page, 'survey-failed-part')
    await withdraw(page)
    await page.getByText('60 responses').first().waitFor()
  }, 120_000)

  it('FIX-3 withdraws an appended part that was never uploaded', async () => {
    const page = await open(`/surveys/${surplus}`)
    await page.getByText('Missing a part').waitFor()
    await withdraw(page)
  }, 120_000)
})
