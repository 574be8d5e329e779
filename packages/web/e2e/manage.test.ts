/** Renaming, moving and deleting imports and projects, with undo; the trash. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { pdf, tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { expectOnlyText, watch } from './harness/only-text.ts'
import { payloads } from './harness/payloads.ts'
import { openWindow, signIn } from './harness/sign-in.ts'
import { csv, importSurvey } from './harness/surveys.ts'
import { ask, makeProject } from './harness/workspace.ts'

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const notice = (page: Page) => page.getByRole('region', { name: 'Notice' })
const undo = (page: Page) => notice(page).getByRole('button', { name: 'Undo' }).click()
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function openDocument(page: Page, name: string): Promise<{ project: number; key: string }> {
  const project = await makeProject(`Study of ${name}`)
  const key = await importFile(project, pdf(name))
  await page.goto(`/documents/file/${key}`)
  await heading(page, name)
  // The page is drawn, so that the menu of the viewer has replaced that of the loading page.
  await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor()
  return { project, key }
}

describe('an import', () => {
  it('is renamed, moved and deleted by mouse, each undone from the notice', async () => {
    const page = await openPage()
    await signIn(page)
    const { project } = await openDocument(page, 'First notes.pdf')
    await makeProject('Moved here')
    const other = await openWindow(`/projects/${project}`)
    await row(other, 'First notes.pdf').waitFor()

    await choose(page, 'Rename')
    await dialog(page).getByText('The extension .pdf stays.').waitFor()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Second notes')
    await checkScreen(page, 'rename')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await heading(page, 'Second notes.pdf')
    await row(other, 'Second notes.pdf').waitFor()
    await undo(page)
    await heading(page, 'First notes.pdf')
    await row(other, 'First notes.pdf').waitFor()

    await choose(page, 'Move to project')
    await dialog(page).getByRole('combobox', { name: 'Project' }).fill('Moved')
    await page.getByRole('option', { name: 'Moved here' }).click()
    await checkScreen(page, 'move')
    await dialog(page).getByRole('button', { name: 'Move' }).click()
    await page.getByRole('link', { name: 'Back to Moved here' }).waitFor()
    await row(other, 'First notes.pdf').waitFor({ state: 'detached' })
    await undo(page)
    await page.getByRole('link', { name: 'Back to Study of First notes.pdf' }).waitFor()
    await row(other, 'First notes.pdf').waitFor()

    await other.getByRole('link', { name: 'First notes.pdf' }).click()
    await heading(other, 'First notes.pdf')
    await choose(page, 'Move to trash')
    await heading(page, 'Study of First notes.pdf')
    await notice(page).getByText('Moved “First notes.pdf” to the trash.').waitFor()
    await page.getByText('No imports yet.').waitFor()
    await heading(other, 'Page not found')
    // It stays while it has the focus.
    await notice(page).getByRole('button', { name: 'Undo' }).focus()
    await checkScreen(page, 'notice')
    await undo(page)
    await row(page, 'First notes.pdf').waitFor()
    await heading(other, 'First notes.pdf')
    await notice(page).getByText('Restored “First notes.pdf”.').waitFor()
  })

  it('is renamed, moved and deleted by keyboard alone', async () => {
    const page = await openPage()
    await signIn(page)
    await openDocument(page, 'Typed notes.pdf')
    await makeProject('Reached by keys')
    await page.keyboard.press('F2')
    // The name is selected as soon as it is shown.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.type('Typed again')
    await page.keyboard.press('Enter')
    await heading(page, 'Typed again.pdf')
    await notice(page).getByText('Renamed to “Typed again.pdf”.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await heading(page, 'Typed notes.pdf')

    await page.keyboard.press('Shift+M')
    const project = dialog(page).getByRole('combobox', { name: 'Project' })
    await expect.poll(() => project.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Reached')
    await page.getByRole('option', { name: 'Reached by keys' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => project.inputValue()).toBe('Reached by keys')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Back to Reached by keys' }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })

    await page.keyboard.press('Delete')
    await heading(page, 'Reached by keys')
    await notice(page).getByText('Moved “Typed notes.pdf” to the trash.').waitFor()
    await page.keyboard.press('Control+z')
    await row(page, 'Typed notes.pdf').waitFor()
    expect(problemsOf(page)).toEqual([])
  })

  it('that was renamed elsewhere meanwhile is not overwritten unseen', async () => {
    const page = await openPage()
    await signIn(page)
    const { key } = await openDocument(page, 'Shared notes.pdf')
    await choose(page, 'Rename')
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Mine')
    await ask('PATCH', `/imports/file/${key}`, { name: 'Theirs.pdf' })
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await dialog(page).getByText('Somebody else changed this after you opened it.').waitFor()
    await dialog(page).getByText('Its name is now “Theirs”. Save again to replace it.').waitFor()
    await checkScreen(page, 'rename-conflict')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await heading(page, 'Mine.pdf')
  })

  it('that is not protected cannot move into a protected project', async () => {
    const page = await openPage()
    await signIn(page)
    const project = await makeProject('Open study')
    await makeProject('Protected study', { redact_pii: true })
    const key = await importFile(project, tone('Talk.wav', 4))
    await page.goto(`/recordings/file/${key}`)
    await heading(page, 'Talk.wav')
    await choose(page, 'Move to project')
    await dialog(page).getByRole('combobox', { name: 'Project' }).fill('Protected')
    await page.getByRole('option', { name: 'Protected study' }).click()
    await dialog(page).getByRole('button', { name: 'Move' }).click()
    await dialog(page).getByText('The privacy settings of the recording do not match').waitFor()
    await checkScreen(page, 'move-refused')
    await page.keyboard.press('Escape')
    await choose(page, 'Move to trash')
    await heading(page, 'Open study')
    await undo(page)
    await row(page, 'Talk.wav').waitFor()
  })

  it('of each other kind has the same menu, and viewers have none', async () => {
    const page = await openPage()
    await signIn(page)
    const project = await makeProject('All kinds', { project_share_preference: 2 })
    const insight = await importFile(project, pdf('Report.pdf'), { kind: 'insight' })
    const survey = await importSurvey(project, {
      name: 'Answers',
      parts: [csv([['Why'], ['Because']])],
      columns: { Why: 'Open-ended' },
    })
    for (const [path, name, renamed] of [
      [`/documents/insight/${insight}`, 'Report.pdf', 'Report, final.pdf'],
      [`/surveys/${survey}`, 'Answers', 'Answers, final'],
    ] as const) {
      await page.goto(path)
      await heading(page, name)
      await choose(page, 'Rename')
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill(renamed.replace('.pdf', ''))
      await page.keyboard.press('Enter')
      await heading(page, renamed)
      await choose(page, 'Move to trash')
      await heading(page, 'All kinds')
      await undo(page)
      await row(page, renamed).waitFor()
    }
    await page.goto(`/surveys/${survey}`)
    await heading(page, 'Answers, final')
    await checkScreen(page, 'survey-with-menu')
    const guest = await openPage()
    await signIn(guest, 'viewer')
    await guest.goto(`/surveys/${survey}`)
    await heading(guest, 'Answers, final')
    expect(await guest.getByRole('button', { name: 'More', exact: true }).count()).toBe(0)
    expect(await guest.getByRole('link', { name: 'Trash' }).count()).toBe(0)
    await guest.keyboard.press('Delete')
    await guest.keyboard.press('F2')
    await guest.goto(`/projects/${project}`)
    await row(guest, 'Answers, final').waitFor()
    expect(await guest.getByRole('button', { name: 'More', exact: true }).count()).toBe(0)
  })
})

describe('a project', () => {
  it('is renamed and deleted with undo', async () => {
    const page = await openPage()
    await signIn(page)
    const id = await makeProject('Short study')
    await importFile(id, pdf('inside.pdf'))
    await page.goto(`/projects/${id}`)
    await heading(page, 'Short study')
    await page.keyboard.press('F2')
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Long study')
    await page.keyboard.press('Enter')
    await heading(page, 'Long study')
    await checkScreen(page, 'project-with-menu')
    await choose(page, 'Delete project')
    await checkScreen(page, 'delete-project')
    await dialog(page).getByRole('button', { name: 'Move to trash' }).click()
    await heading(page, 'Projects')
    await notice(page).getByText('Moved “Long study” to the trash.').waitFor()
    await page.getByRole('link', { name: 'Long study' }).waitFor({ state: 'detached' })
    await page.goto('/trash')
    await page.getByRole('row', { name: /Long study.*Project with everything in it/ }).waitFor()
    await page.getByRole('button', { name: 'Restore Long study' }).click()
    await notice(page).getByText('Restored “Long study”.').waitFor()
    await page.goto(`/projects/${id}`)
    await row(page, 'inside.pdf').waitFor()
  })
})

describe('the trash', () => {
  it('lists what was deleted, restores it and deletes it for good', async () => {
    const page = await openPage()
    await signIn(page)
    const id = await makeProject('Emptied study')
    for (const name of ['kept.pdf', 'purged.pdf'])
      await ask('DELETE', `/imports/file/${await importFile(id, pdf(name))}`)
    await page.goto('/projects')
    await heading(page, 'Projects')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await heading(page, 'Trash')
    await page.getByText('Kept for 30 days.').waitFor()
    await page.getByRole('row', { name: /purged\.pdf.*Emptied study/ }).waitFor()
    await checkScreen(page, 'trash')
    await page.getByRole('button', { name: 'Restore kept.pdf' }).focus()
    await page.keyboard.press('Enter')
    await notice(page).getByText('Restored “kept.pdf” to Emptied study.').waitFor()
    await page.getByRole('row', { name: /kept\.pdf/ }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByRole('button', { name: 'Delete permanently: purged.pdf' }).click()
    await dialog(page).getByText('This cannot be undone.').waitFor()
    await checkScreen(page, 'purge')
    await dialog(page).getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('row', { name: /purged\.pdf/ }).waitFor({ state: 'detached' })
    await page.goto(`/projects/${id}`)
    await row(page, 'kept.pdf').waitFor()
    expect(await row(page, 'purged.pdf').count()).toBe(0)
  })

  it('is empty for a new team', async () => {
    const page = await openPage()
    await signIn(page, 'stranger')
    await page.goto('/trash')
    await page.getByText('The trash is empty.').waitFor()
    await checkScreen(page, 'trash-empty')
  })
})

it('shows payloads in new names, notices and the trash as text', async () => {
  const page = await openPage()
  const elsewhere = await watch(page)
  await signIn(page)
  const { key, project } = await openDocument(page, 'Harmless.pdf')
  const allowed = payloads.filter((text) => !/\p{Bidi_Control}|\p{Cc}/u.test(text) && text.length < 200)
  const names = allowed.filter((_, place) => Boolean(process.env['INLET_FULL']) || place % 16 === 0)
  for (const name of names) {
    await page.keyboard.press('F2')
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
    await page.keyboard.press('Enter')
    await heading(page, `${name.trim()}.pdf`.replaceAll(/\s+/g, ' '))
    await notice(page).waitFor()
    await expectOnlyText(page, name)
    await dialog(page).waitFor({ state: 'detached' })
  }
  const [first = ''] = names
  await ask('PATCH', `/projects/${project}`, { name: first })
  await page.keyboard.press('Delete')
  await heading(page, first)
  await notice(page).getByText('to the trash').waitFor()
  await expectOnlyText(page, 'deleted')
  await page.goto('/trash')
  await page.getByRole('row').filter({ hasText: first }).first().waitFor()
  await expectOnlyText(page, 'trash')
  await ask('POST', `/imports/file/${key}/restore`)
  expect(elsewhere.filter((url) => !new URL(url).searchParams.has('X-Amz-Signature'))).toEqual([])
  expect(problemsOf(page)).toEqual([])
}, 300_000)
