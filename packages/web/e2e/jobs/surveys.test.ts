import { beforeAll, expect } from 'vitest'
import { type PickedFile, surveyCsv, tone } from '../harness/files.ts'
import { heading, job, unique } from '../harness/hands.ts'
import { openNewProject } from '../harness/sign-in.ts'
import { columns, importSurvey, surveyPart, surveyRows } from '../harness/surveys.ts'
import { trayOf } from '../harness/uploads.ts'
import { makeProject } from '../harness/workspace.ts'

const soon = { timeout: 240_000 }
const rows = surveyRows(240)
const often = 'How often do you use the export?'
let survey = ''

beforeAll(async () => {
  if (process.env['INLET_E2E_JOBS'] === undefined) return
  const project = await makeProject('Survey of the jobs')
  survey = await importSurvey(project, {
    name: 'Export experience',
    parts: [surveyPart(rows).replaceAll('@example.test', '@jobs.test')],
    columns,
    addsParticipants: true,
  })
}, 300_000)

function voices(name: string, first: number): PickedFile {
  const answers = [0, 1].map((row) => `voice${first + row}@jobs.test,Gut,clip_${first + row}.wav`)
  return {
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(['Email,How was it?,Clip', ...answers, ''].join('\n')),
  }
}

job('previews a survey, changes a column and imports it', async ({ page, pick, press, select, type }) => {
  await openNewProject(page, unique('Previewed'))
  await pick(page.getByRole('button', { name: 'Upload files' }), [surveyCsv('october.csv')])
  const dialog = page.getByRole('dialog')
  await dialog.getByText('60 responses in 6 columns').waitFor()
  await select(dialog.getByLabel('Type of How often do you use it?'), 'Open answer')
  await type(dialog.getByLabel('Survey name'), 'Umfrage im Oktober')
  await press(dialog.getByRole('button', { name: 'Import 60 responses' }))
  const row = page.getByRole('listitem').filter({ hasText: 'Umfrage im Oktober' }).first()
  await row.getByText('Ready').waitFor(soon)
})

job('imports a survey with media files and adds responses', async ({ page, pick, press }) => {
  await openNewProject(page, unique('By voice'))
  await pick(page.getByRole('button', { name: 'Upload files' }), [voices('stimmen.csv', 0)])
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 responses in 3 columns').waitFor()
  await pick(dialog.getByRole('button', { name: 'Add media files' }), [
    tone('clip_0.wav', 1),
    tone('clip_1.wav', 1),
  ])
  await dialog.getByText('2 media files').waitFor()
  await press(dialog.getByRole('button', { name: 'Import 2 responses' }))
  await trayOf(page).getByRole('link', { name: 'stimmen' }).waitFor(soon)
  await press(trayOf(page).getByRole('link', { name: 'stimmen' }))
  await page.waitForURL(/\/surveys\//)
  await press(page.getByRole('link', { name: /^Media/ }))
  await page.getByText('Matched 2').waitFor(soon)
  await press(page.getByRole('button', { name: 'Add responses' }))
  await pick(dialog.getByRole('button', { name: 'Choose file' }), [voices('mehr.csv', 2)])
  await press(dialog.getByRole('button', { name: 'Add 2 responses' }))
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Responses 4/ }).waitFor(soon)
})

job('reads charts, filters, tabulates two questions and exports', async ({ page, press }) => {
  await page.goto(`/surveys/${survey}`)
  const bar = (question: string, answer: string) =>
    page.getByRole('region', { name: question }).getByRole('button', { name: new RegExp(`^${answer}`) })
  await press(bar(often, 'Weekly'))
  const weekly = rows.filter((row) => row[3] === 'Weekly').length
  await page.getByRole('status').getByText(`${weekly} of 240`).waitFor()
  await press(page.getByRole('link', { name: 'Cross tabulation' }))
  await press(page.getByRole('button', { name: 'Row %' }))
  await page.getByText('Percent of the responses in the row.').waitFor()
  await press(page.getByRole('link', { name: /^Responses/ }))
  await page.getByRole('table').getByRole('cell').first().waitFor()
  for (const format of ['CSV', 'XLSX']) {
    const saving = page.waitForEvent('download')
    await press(page.getByRole('link', { name: `Export filtered ${format}` }))
    expect((await saving).suggestedFilename()).toBe(`Export experience.${format.toLowerCase()}`)
  }
})

job('finds a participant and corrects them', async ({ page, press, type, choose, isKeyboard }) => {
  const person = isKeyboard ? 'person31@jobs.test' : 'person32@jobs.test'
  await page.goto('/participants')
  await heading(page, 'Participants')
  await type(page.getByRole('searchbox').first(), person)
  await page.getByText(person).first().waitFor()
  await page.locator('[data-row-link]').nth(1).waitFor({ state: 'detached' })
  await press(page.locator('[data-row-link]').first())
  await page.getByRole('link', { name: 'Answered Export experience' }).waitFor()
  if (isKeyboard) await page.keyboard.press('F2')
  else await choose(page.getByRole('button', { name: 'More', exact: true }), /^Edit/)
  const form = page.getByRole('dialog', { name: 'Edit participant' })
  await type(form.getByLabel('Notes'), 'Prefers calls.')
  await press(form.getByRole('button', { name: 'Save' }))
  await page.getByText('Prefers calls.').waitFor()
})
