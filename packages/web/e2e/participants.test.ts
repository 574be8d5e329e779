/** Participants are corrected, merged, unmerged and exported. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { signIn } from './harness/sign-in.ts'
import { importSurvey } from './harness/surveys.ts'
import { ask, makeProject } from './harness/workspace.ts'

const csv = (rows: readonly string[]) => ['Name,E-mail,Plan', ...rows].join('\n')
const columns = { Name: 'Name', 'E-mail': 'Email', Plan: 'Single choice' }

it('corrects, merges and exports participants by keyboard, with undo', async () => {
  const projectId = await makeProject('Duplicates study')
  const survey = { columns, addsParticipants: true }
  const first = ['Odile Duval,odile@dupes.test,Pro', '=Nils,nils@dupes.test,Free']
  await importSurvey(projectId, { ...survey, name: 'First wave', parts: [csv(first)] })
  const second = ['O. Duval,o.duval@dupes.test,Pro']
  await importSurvey(projectId, { ...survey, name: 'Second wave', parts: [csv(second)] })
  const page = await openPage()
  await signIn(page)
  await page.goto('/participants?q=duval')
  await page.locator('[data-row-link]').nth(1).waitFor()
  await page.getByLabel('Project').selectOption({ label: 'Duplicates study' })
  await page.waitForURL(new RegExp(`project=${projectId}`))

  await page.locator('[data-row-link]').first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByRole('region', { name: 'Selection' }).getByText('2 selected').waitFor()
  await checkScreen(page, 'participants-selected')
  await page.keyboard.press('Shift+M')
  const dialog = page.getByRole('dialog', { name: 'Merge participants' })
  await dialog.getByLabel('Name to keep').selectOption('Odile Duval')
  await dialog.getByLabel('E-mail to keep').selectOption({ label: 'odile@dupes.test' })
  await dialog.getByLabel('Notes').fill('Prefers calls.')
  await checkScreen(page, 'participants-merge')
  await dialog.getByRole('button', { name: 'Merge 2 participants' }).press('Enter')
  await page.getByText('Merged 2 participants into “Odile Duval”.').first().waitFor()
  await page.locator('[data-row-link]').nth(1).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.getByText('Unmerged the participants.').first().waitFor()
  await page.locator('[data-row-link]').nth(1).waitFor()

  await page.getByRole('link', { name: 'O. Duval' }).click()
  await page.getByRole('heading', { level: 1, name: 'O. Duval' }).waitFor()
  const merged = page.url()
  await page.keyboard.press('Shift+M')
  await dialog.getByLabel('Add a participant').fill('odile')
  await page.getByRole('option', { name: 'Odile Duval (odile@dupes.test)' }).click()
  await dialog.getByLabel('E-mail to keep').selectOption({ label: 'odile@dupes.test' })
  await dialog.getByRole('button', { name: 'Merge 2 participants' }).click()
  const list = page.getByRole('list', { name: 'Merged participants' })
  await list.getByText('O. Duval (o.duval@dupes.test)').waitFor()
  expect(page.url()).not.toBe(merged)
  await page.getByText('2 surveys you can open').waitFor()

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('F2')
  const form = page.getByRole('dialog', { name: 'Edit participant' })
  await form.getByLabel('Name').fill('Odile D. Duval')
  await form.getByText('In surveys: Odile Duval.').waitFor()
  await form.getByLabel('E-mail').fill('odile')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('email must be an e-mail address').waitFor()
  await form.getByLabel('E-mail').fill('odile@home.test')
  await form.getByLabel('Notes').fill('Away in May.\n<img src=x onerror=alert(1)>')
  await checkScreen(page, 'participant-edit')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Odile D. Duval' }).waitFor()
  await page.getByText('odile@home.test').waitFor()
  await checkScreen(page, 'participant-merged')

  // Somebody else changes a field that is not changed here.
  await page.keyboard.press('F2')
  await form.getByLabel('Name').fill('Odile Duval-Roy')
  await ask('PATCH', new URL(page.url()).pathname, { notes: 'Away in June.' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Save again').waitFor()
  await expect.poll(() => form.getByLabel('Notes').inputValue()).toBe('Away in June.')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Odile Duval-Roy' }).waitFor()
  await page.getByText('Away in June.').waitFor()
  await page.keyboard.press('Control+z')
  await page
    .getByRole('heading', { level: 1, name: 'O. Duval' })
    .or(page.getByText('Undid the changes'))
    .first()
    .waitFor()
  await list.getByRole('button', { name: 'Unmerge O. Duval' }).click()
  await list.waitFor({ state: 'detached' })

  await page.goto('/participants?q=nils%40dupes')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export filtered CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\r\n')[1]).toMatch(/^'=Nils,nils@dupes\.test,1,/)
})
