import { expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'
import { columns, importSurvey, surveyPart, surveyRows } from './harness/surveys.ts'
import { makeProject } from './harness/workspace.ts'

it('the panel is searched, a person is opened and removed', async () => {
  await importSurvey(await makeProject('Panel study'), {
    name: 'Panel survey',
    parts: [surveyPart(surveyRows(40))],
    columns,
    isForPanel: true,
  })
  const page = await openPage()
  await signIn(page)
  await page.goto('/panel')
  await page.getByText('person3@example.test').waitFor()
  await checkScreen(page, 'panel')
  await page.keyboard.press('/')
  await page.keyboard.type('person39')
  await page.getByText('person12@example.test').waitFor({ state: 'detached' })
  await page.waitForURL(/q=person39/)
  await page.getByRole('main').press('Escape')
  await page.locator('[data-row-link]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Answered Panel survey' }).waitFor()
  await checkScreen(page, 'participant')
  await page.getByRole('button', { name: 'Remove person' }).click()
  const asking = page.getByRole('dialog')
  await asking.getByText('Their name and address go from 1 response').waitFor()
  await asking.getByLabel('Type person39@example.test to confirm').fill('person39@example.test')
  await checkScreen(page, 'participant-remove')
  await asking.getByRole('button', { name: 'Remove person' }).click()
  await page.waitForURL(/\/panel$/)
  await page.goto('/panel?q=person39')
  await page.getByText('Nobody is called “person39”.').waitFor()
})

it('the team is invited to, changed and suspended; its settings are kept', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'Ines Moreau (you)' }).waitFor()
  await checkScreen(page, 'team')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const form = page.getByRole('dialog', { name: 'Invite person' })
  await form.getByLabel('Name').fill('Théo Marchand')
  await form.getByLabel('E-mail').fill('theo@example.test')
  await form.getByRole('button', { name: 'Make invitation' }).click()
  const link = page.getByRole('dialog', { name: 'Invitation of Théo Marchand' })
  expect(await link.getByRole('region', { name: 'invitation link' }).textContent()).toMatch(/\/invitation#/)
  await checkScreen(page, 'team-invitation')
  await link.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Théo Marchand' }).click()
  const drawer = page.getByRole('dialog', { name: 'Théo Marchand' })
  await drawer.getByRole('button', { name: 'Suspend person' }).click()
  await page
    .getByRole('dialog', { name: 'Suspend Théo Marchand?' })
    .getByRole('button', { name: 'Suspend person' })
    .click()
  await drawer.getByText('Suspended').waitFor()
  await checkScreen(page, 'team-member')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.getByLabel('Languages spoken in recordings').fill('en-US, de-DE')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Saved').waitFor()
  await page.reload()
  await page.getByLabel('Languages spoken in recordings').waitFor()
  expect(await page.getByLabel('Languages spoken in recordings').inputValue()).toBe('en-US, de-DE')
})

it('operators see queues and storage; others do not', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/operator')
  await page.getByRole('rowheader', { name: 'process-file' }).waitFor()
  await page.getByRole('rowheader', { name: 'Uploaded files' }).waitFor()
  await page
    .getByRole('region', { name: 'Who did what' })
    .getByText('Nobody has done anything yet.')
    .waitFor()
  await checkScreen(page, 'operator')
  for (const who of ['viewer', 'stranger'] as const) {
    const other = await openPage()
    await signIn(other, who)
    expect(await other.getByRole('link', { name: 'Operator' }).count()).toBe(0)
    await other.goto('/operator')
    await other.getByText('Only those who run this instance can see this.').waitFor()
  }
  const viewer = await openPage()
  await signIn(viewer, 'viewer')
  await viewer.goto('/settings/team')
  await viewer.getByRole('heading', { level: 1, name: 'Not open to you' }).waitFor()
  await checkScreen(viewer, 'team-not-open')
})
