import { expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn, signInToAccount } from './harness/sign-in.ts'
import { columns, importSurvey, surveyPart, surveyRows } from './harness/surveys.ts'
import { ask, makeProject } from './harness/workspace.ts'

it('searches participants, opens one and removes them', async () => {
  await importSurvey(await makeProject('Panel study'), {
    name: 'Panel survey',
    // Separate e-mail addresses, because other tests add the default ones as participants.
    parts: [surveyPart(surveyRows(40)).replaceAll('@example.test', '@panel.test')],
    columns,
    addsParticipants: true,
  })
  const page = await openPage()
  await signIn(page)
  await page.goto('/participants')
  await page.locator('[data-row-link]').first().waitFor()
  await checkScreen(page, 'participants')
  await page.keyboard.press('/')
  await page.keyboard.type('person39@panel')
  await page.waitForURL(/q=person39/)
  await page.getByText('person39@panel.test').waitFor()
  await page.locator('[data-row-link]').nth(1).waitFor({ state: 'detached' })
  await page.getByRole('main').press('Escape')
  await page.locator('[data-row-link]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Answered Panel survey' }).waitFor()
  await checkScreen(page, 'participant')
  await page.getByRole('button', { name: 'Remove participant' }).click()
  const confirmation = page.getByRole('dialog')
  await confirmation.getByText('Their name and e-mail are removed from 1 response').waitFor()
  await confirmation.getByLabel('Type person39@panel.test to confirm').fill('person39@panel.test')
  await checkScreen(page, 'participant-remove')
  await confirmation.getByRole('button', { name: 'Remove participant' }).click()
  await page.waitForURL(/\/participants$/)
  await page.goto('/participants?q=person39%40panel')
  await page.getByText('No results for “person39@panel”.').waitFor()
})

it('invites and suspends a member, and saves team settings', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/settings/team')
  await page.waitForURL(/\/team$/)
  await page.getByRole('button', { name: 'Ines Moreau (you)' }).waitFor()
  await page.getByRole('region', { name: 'Storage' }).getByText('There is no limit.').waitFor()
  await checkScreen(page, 'team')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const form = page.getByRole('dialog', { name: 'Invite member' })
  await form.getByLabel('Name').fill('Théo Marchand')
  await form.getByLabel('E-mail').fill('theo@example.test')
  await form.getByRole('button', { name: 'Create invitation link' }).click()
  const link = page.getByRole('dialog', { name: 'Invitation for Théo Marchand' })
  expect(await link.getByRole('region', { name: 'invitation link' }).textContent()).toMatch(/\/invitation#/)
  await checkScreen(page, 'team-invitation')
  await link.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Théo Marchand' }).click()
  const drawer = page.getByRole('dialog', { name: 'Théo Marchand' })
  await drawer.getByRole('button', { name: 'Suspend member' }).click()
  await page
    .getByRole('dialog', { name: 'Suspend Théo Marchand?' })
    .getByRole('button', { name: 'Suspend member' })
    .click()
  await drawer.getByText('Suspended').waitFor()
  await checkScreen(page, 'team-member')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Théo Marchand')
  await page.getByLabel('Recording languages').fill('en-US, de-DE')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Saved').waitFor()
  await page.reload()
  await page.getByLabel('Recording languages').waitFor()
  expect(await page.getByLabel('Recording languages').inputValue()).toBe('en-US, de-DE')
})

it('shows queues, storage and the audit log to operators only', async () => {
  const page = await openPage()
  await signIn(page)
  const id = await makeProject('Audited study')
  await ask('PATCH', `/projects/${id}`, { name: 'Renamed study' })
  await page.goto('/system')
  await page.getByRole('rowheader', { name: 'process-file' }).waitFor()
  await page.getByRole('rowheader', { name: 'Uploaded files' }).waitFor()
  const audit = page.getByRole('region', { name: 'Audit log' })
  await audit
    .getByRole('row', { name: `Changed a project project ${id}` })
    .first()
    .waitFor()
  await checkScreen(page, 'system')
  for (const who of ['viewer', 'stranger'] as const) {
    const other = await openPage()
    await signInToAccount(other, who)
    expect(await other.getByRole('link', { name: 'System' }).count()).toBe(0)
    await other.goto('/system')
    await other.getByText('Only administrators of this instance can see this page.').waitFor()
  }
  const viewer = await openPage()
  await signIn(viewer, 'viewer')
  await viewer.goto('/team')
  await viewer.getByRole('heading', { level: 1, name: 'No access' }).waitFor()
  await checkScreen(viewer, 'team-no-access')
})
