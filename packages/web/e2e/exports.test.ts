/** Exports of a project, on its settings page. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'
import { makeProject } from './harness/workspace.ts'

it('exports a project, downloads the archive and deletes it', async () => {
  const page = await openPage()
  await signIn(page)
  const id = await makeProject('Study to take home')
  await page.goto(`/projects/${id}/settings`)
  const section = page.getByRole('region', { name: 'Export' })
  await section.getByRole('checkbox', { name: 'Names and e-mail addresses' }).check()
  await section.getByRole('checkbox', { name: 'Files for viewing and playback' }).uncheck()
  await section.getByRole('button', { name: 'Export project' }).click()
  await section.getByText(/^Complete, /).waitFor({ timeout: 60_000 })
  await section.getByText('Original files, survey tables, names and e-mail addresses').waitFor()
  await checkScreen(page, 'project-export')
  const saving = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^inlet-export-[0-9a-f-]+-001\.zip$/)
  const listed = execFileSync('unzip', ['-Z1', await saved.path()], { encoding: 'utf8' })
  expect(listed.trim().split('\n').sort()).toEqual(['manifest.json', 'participants.ndjson', 'project.json'])
  await section.getByRole('button', { name: 'Delete export' }).click()
  await section.getByText(/^Complete, /).waitFor({ state: 'detached' })
  expect(problemsOf(page)).toEqual([])
}, 120_000)

it('exports by keyboard', async () => {
  const page = await openPage({ width: 390 })
  await signIn(page)
  const id = await makeProject('Keyboard study')
  await page.goto(`/projects/${id}/settings`)
  const section = page.getByRole('region', { name: 'Export' })
  await section.getByRole('checkbox', { name: 'Original files' }).focus()
  await page.keyboard.press('Space')
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await section.getByText('Files for viewing and playback, survey tables').waitFor({ timeout: 60_000 })
  await section.getByRole('button', { name: 'Download' }).waitFor({ timeout: 60_000 })
}, 120_000)

it('offers no export to people who do not own the project', async () => {
  const id = await makeProject('Study of others', { project_share_preference: 2 })
  const page = await openPage()
  await signIn(page, 'viewer')
  await page.goto(`/projects/${id}/settings`)
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(await page.getByRole('button', { name: 'Export project' }).count()).toBe(0)
})
