/** The settings page of a project, archiving, and the days in the trash. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { expectOnlyText, watch } from './harness/only-text.ts'
import { payloads } from './harness/payloads.ts'
import { signIn } from './harness/sign-in.ts'
import { ask, makeProject } from './harness/workspace.ts'

interface Settings {
  name: string
  project_share_preference: number
  auto_pii_enabled_at_project_level: boolean
  privacy: Record<string, unknown>
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const notice = (page: Page) => page.getByRole('region', { name: 'Notice' })
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' })
const settingsOf = (id: number) => ask<Settings>('GET', `/projects/${id}/settings`)

it('changes name, access and privacy of a project', async () => {
  const page = await openPage()
  await signIn(page)
  const id = await makeProject('Plain study')
  await page.goto(`/projects/${id}`)
  await heading(page, 'Plain study')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await heading(page, 'Settings')
  await checkScreen(page, 'project-settings')
  await page.getByLabel('Name', { exact: true }).fill('Protected study')
  await page.getByRole('switch', { name: 'Protect new recordings' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Redact personal data' }).check()
  await page
    .getByRole('textbox', { name: 'Picture' })
    .or(page.getByRole('combobox', { name: 'Picture' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Cover faces and text' }).click()
  await page.getByText('A face may be missed').waitFor()
  await checkScreen(page, 'project-settings-privacy')
  await save(page).click()
  await page.getByText('Saved').waitFor()
  expect(await settingsOf(id)).toMatchObject({
    name: 'Protected study',
    auto_pii_enabled_at_project_level: true,
    privacy: { redact_pii: true, anonymize_video: 'blur_faces' },
  })
  await page.getByRole('link', { name: 'Protected study' }).click()
  await heading(page, 'Protected study')
  await page.getByText('New recordings are protected').waitFor()
  expect(problemsOf(page)).toEqual([])
})

it('saves by keyboard, and does not overwrite what somebody else changed', async () => {
  const page = await openPage()
  await signIn(page)
  const id = await makeProject('Contested study')
  await page.goto(`/projects/${id}/settings`)
  await heading(page, 'Settings')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Mine')
  await ask('PATCH', `/projects/${id}`, { name: 'Theirs' })
  await page.keyboard.press('Enter')
  await page.getByText('Somebody else changed this after you opened it.').waitFor()
  await checkScreen(page, 'project-settings-conflict')
  await page.getByRole('button', { name: 'Show current settings' }).click()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs')
  await page.getByLabel('Name', { exact: true }).fill('Agreed')
  await page.keyboard.press('Enter')
  await page.getByText('Saved').waitFor()
  expect((await settingsOf(id)).name).toBe('Agreed')
  // Nothing was changed here since, so the form follows.
  await ask('PATCH', `/projects/${id}`, { name: 'Later' })
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Later')
  await page.getByLabel('Name', { exact: true }).fill('Last')
  await page.keyboard.press('Enter')
  await page.getByText('Saved').waitFor()
  expect((await settingsOf(id)).name).toBe('Last')
})

it('archives a project with undo and brings it back from the list', async () => {
  const page = await openPage()
  await signIn(page)
  const id = await makeProject('Old study')
  await page.goto(`/projects/${id}/settings`)
  await page.getByRole('button', { name: 'Archive project' }).click()
  await heading(page, 'Projects')
  await notice(page).getByText('Archived “Old study”.').waitFor()
  await page.getByRole('link', { name: 'Old study' }).waitFor({ state: 'detached' })
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Old study' }).waitFor()
  await ask('PATCH', `/projects/${id}`, { archived: true })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Archived projects' }).click()
  await heading(page, 'Archived projects')
  await page.getByRole('row', { name: /Old study/ }).waitFor()
  await checkScreen(page, 'archived-projects')
  await page.getByRole('button', { name: 'Unarchive Old study' }).click()
  await page.getByText('No archived projects.').waitFor()
  await page.goto(`/projects/${id}`)
  await heading(page, 'Old study')
})

it('shows a viewer the settings without a way to change them', async () => {
  const id = await makeProject('Open study', { project_share_preference: 2 })
  const page = await openPage()
  await signIn(page, 'viewer')
  await page.goto(`/projects/${id}/settings`)
  await heading(page, 'Settings')
  expect(await save(page).count()).toBe(0)
  expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Archive project' }).count()).toBe(0)
})

it('sets the days in the trash of the team', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/team')
  await page.getByLabel('Days in the trash').fill('7')
  await save(page).click()
  await page.getByText('Saved').waitFor()
  await checkScreen(page, 'team-trash-days')
  expect(await ask('GET', '/team')).toMatchObject({ trash_days: 7 })
  await page.goto('/trash')
  await page.getByText('Kept for 7 days.').waitFor()
  await ask('PATCH', '/team', { trash_days: 30 })
})

it('shows payloads in settings and archived projects as text', async () => {
  const page = await openPage()
  const elsewhere = await watch(page)
  await signIn(page)
  const id = await makeProject('Harmless')
  const names = payloads.filter((text) => !/\p{Bidi_Control}|\p{Cc}/u.test(text) && text.length < 200)
  const chosen = names.filter((_, place) => Boolean(process.env['INLET_FULL']) || place % 24 === 0)
  await page.goto(`/projects/${id}/settings`)
  await heading(page, 'Settings')
  for (const name of chosen) {
    await page.getByLabel('Name', { exact: true }).fill(name)
    await save(page).click()
    await page.getByText('Saved').waitFor()
    await expectOnlyText(page, name)
  }
  await page.getByRole('button', { name: 'Archive project' }).click()
  await notice(page).getByText('Archived').waitFor()
  await expectOnlyText(page, 'archived')
  await page.goto('/projects/archived')
  await page.getByRole('row').first().waitFor()
  await expectOnlyText(page, 'archived projects')
  await ask('PATCH', `/projects/${id}`, { archived: false })
  expect(elsewhere).toEqual([])
  expect(problemsOf(page)).toEqual([])
}, 300_000)
