/** Selecting several imports, moving and deleting them at once, dismissing failed ones. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { brokenPdf, pdf, tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { openWindow, signIn } from './harness/sign-in.ts'
import { ask, makeProject } from './harness/workspace.ts'

const letters = ['a', 'b', 'c', 'd', 'e']
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const notice = (page: Page) => page.getByRole('region', { name: 'Notice' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const checkbox = (page: Page, letter: string) => page.getByRole('checkbox', { name: `Select ${letter}.pdf` })

async function openFive(page: Page, name: string): Promise<number> {
  const project = await makeProject(name)
  for (const letter of letters) await importFile(project, pdf(`${letter}.pdf`))
  await page.goto(`/projects/${project}`)
  await heading(page, name)
  await row(page, 'a.pdf').waitFor()
  return project
}

/** What the server knows, so that undo is compared with the state before. */
async function stateOf(project: number): Promise<unknown[]> {
  const { imports } = await ask<{ imports: { key: string }[] }>('GET', `/imports?project_id=${project}`)
  return imports
    .map(({ key }) => key)
    .toSorted()
    .map((key) => imports.find((item) => item.key === key))
}

describe('several imports', () => {
  it('are selected with Shift, moved and deleted by mouse, and come back as they were', async () => {
    const page = await openPage()
    await signIn(page)
    const project = await openFive(page, 'Many by mouse')
    const target = await makeProject('Target of many')
    const before = await stateOf(project)
    const other = await openWindow(`/projects/${project}`)
    await row(other, 'e.pdf').waitFor()

    // The newest is on top: e, d, c, b, a.
    await checkbox(page, 'd').click()
    await checkbox(page, 'b').click({ modifiers: ['Shift'] })
    await bar(page).getByText('3 selected').waitFor()
    expect(await checkbox(page, 'c').isChecked()).toBe(true)
    await checkScreen(page, 'selection')
    await checkbox(page, 'c').click()
    await bar(page).getByText('2 selected').waitFor()
    await checkbox(page, 'c').click()

    await bar(page).getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).fill('Target of many')
    await page.getByRole('option', { name: 'Target of many' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await notice(page).getByText('Moved 3 imports to Target of many.').waitFor()
    await row(page, 'c.pdf').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await row(other, 'c.pdf').waitFor({ state: 'detached' })
    expect(await stateOf(target)).toHaveLength(3)
    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await notice(page).getByText('Moved 3 imports back.').waitFor()
    await row(other, 'c.pdf').waitFor()
    expect(await stateOf(project)).toEqual(before)

    await row(page, 'c.pdf').waitFor()
    for (const letter of letters) await checkbox(page, letter).check()
    await bar(page).getByText('5 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await notice(page).getByText('Moved 5 imports to the trash.').waitFor()
    await page.getByText('No imports yet.').waitFor()
    await other.getByText('No imports yet.').waitFor()
    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await row(page, 'a.pdf').waitFor()
    await row(other, 'a.pdf').waitFor()
    expect(await stateOf(project)).toEqual(before)
    expect(problemsOf(page)).toEqual([])
  })

  it('are selected, deleted and brought back by keyboard alone', async () => {
    const page = await openPage()
    await signIn(page)
    const project = await openFive(page, 'Many by keys')
    const before = await stateOf(project)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await bar(page).getByText('1 selected').waitFor()
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('Shift+J')
    await bar(page).getByText('3 selected').waitFor()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('2 selected').waitFor()
    await page.keyboard.press('Delete')
    await notice(page).getByText('Moved 2 imports to the trash.').waitFor()
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(3)
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(5)
    expect(await stateOf(project)).toEqual(before)
  })

  it('are moved as far as the privacy settings allow it', async () => {
    const page = await openPage()
    await signIn(page)
    const project = await makeProject('Mixed study')
    await makeProject('Protected target', { redact_pii: true })
    await importFile(project, pdf('a.pdf'))
    await importFile(project, tone('talk.wav', 4))
    await page.goto(`/projects/${project}`)
    await checkbox(page, 'a').check()
    await page.getByRole('checkbox', { name: 'Select talk.wav' }).check()
    await page.keyboard.press('Shift+M')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).fill('Protected target')
    await page.getByRole('option', { name: 'Protected target' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await notice(page).getByText('Moved 1 of 2 imports to Protected target.').waitFor()
    await notice(page).getByText('“talk.wav”: The privacy settings of the recording do not match').waitFor()
    await checkScreen(page, 'moved-in-part')
    await row(page, 'a.pdf').waitFor({ state: 'detached' })
    await row(page, 'talk.wav').waitFor()
  })

  it('cannot be selected by viewers', async () => {
    const project = await makeProject('Read only', { project_share_preference: 2 })
    await importFile(project, pdf('a.pdf'))
    const page = await openPage()
    await signIn(page, 'viewer')
    await page.goto(`/projects/${project}`)
    await row(page, 'a.pdf').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
  })
})

it('a failed import is dismissed to the trash', async () => {
  const page = await openPage()
  await signIn(page)
  const project = await makeProject('One failed')
  await importFile(project, brokenPdf('broken.pdf'), { expected: 'failed' })
  await page.goto(`/projects/${project}`)
  await page.getByRole('button', { name: 'broken.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).waitFor()
  await checkScreen(page, 'failed-import')
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await notice(page).getByText('Moved “broken.pdf” to the trash.').waitFor()
  await page.getByText('No imports yet.').waitFor()
  await page.goto('/trash')
  await page.getByRole('row', { name: /broken\.pdf.*One failed/ }).waitFor()
})
