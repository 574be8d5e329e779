/** Notices and progress before, during and after an import. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { brokenPdf, type PickedFile } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { signIn } from './harness/sign-in.ts'
import { withDatabase } from './harness/transcripts.ts'
import { dropFiles } from './harness/uploads.ts'
import { makeProject } from './harness/workspace.ts'

const notRedacted = /Documents and images are not redacted/

let redacting = 0
let document = ''
beforeAll(async () => {
  redacting = await makeProject('Redacting', { redact_pii: true, project_share_preference: 2 })
  document = await importFile(redacting, {
    name: 'notes.txt',
    buffer: Buffer.from('Call Jennifer.'),
  })
}, 240_000)

describe('documents in a redacting project', () => {
  it('warns on the page and in the list that documents are not redacted', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(`/projects/${redacting}`)
    await page.getByText('Ready with warnings').waitFor()
    await page.getByText(notRedacted).first().waitFor()
    await page.getByRole('button', { name: 'Details of notes.txt' }).click()
    await page.getByRole('dialog').getByText(notRedacted).waitFor()
    await page.goto(`/documents/file/${document}?panel=details`)
    await page.getByText(notRedacted).first().waitFor()
    expect(await page.getByText('Parts of this document could not be read').count()).toBe(0)
    await checkScreen(page, 'document-not-redacted')
  })
})

describe('projects that remove audio or video', () => {
  it('warns before upload when privacy settings would leave nothing of a recording', async () => {
    const both = { remove_audio: true, remove_video: true, project_share_preference: 2 }
    const all = await makeProject('Neither sound nor picture', both)
    const audio = await makeProject('No sound', { remove_audio: true, project_share_preference: 2 })
    const page = await openPage()
    await signIn(page)
    await page.goto(`/projects/${all}`)
    await page
      .getByRole('note')
      .getByText(/Recordings cannot be imported into this project/)
      .waitFor()
    await checkScreen(page, 'project-nothing-left')
    await page.goto(`/projects/${audio}`)
    await page
      .getByRole('note')
      .getByText(/Audio files cannot be imported into this project/)
      .waitFor()
    await page.goto(`/projects/${redacting}`)
    await page.getByRole('heading', { level: 1, name: 'Redacting' }).waitFor()
    expect(await page.getByRole('note').count()).toBe(0)
  })
})

describe('insights in progress', () => {
  it('shows the stage and percentage of an insight and updates them live', async () => {
    const project = await makeProject('Insights in progress', { project_share_preference: 2 })
    const file = { name: 'report.txt', buffer: Buffer.from('A report.') }
    const key = await importFile(project, file, { kind: 'insight' })
    const setProgress = (values: string) =>
      withDatabase((client) => client.query(`update insight set ${values} where key = $1`, [key]))
    await setProgress(
      `phase = 'processing', extraction_id = null, completed_at = null, started_at = now(), stage = 'converting', percent = 35`,
    )
    const page = await openPage()
    await signIn(page)
    await page.goto(`/projects/${project}`)
    await page.getByText('Converting · 35 %').waitFor()
    await setProgress(`stage = 'reading', percent = 72, seconds_left = 90`)
    await page.getByText('Reading · 72 %').waitFor()
  })
})

describe('notices on other pages', () => {
  const soon = { timeout: 120_000 }
  const noticeOf = (page: Page) => page.getByRole('region', { name: 'Notice' })
  const textFile = (name: string): PickedFile => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`A file of its own: ${name}.`),
  })

  async function upload(page: Page, project: string, files: PickedFile[]): Promise<void> {
    await dropFiles(page, files)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(project)
    await page.getByRole('listbox').getByRole('option', { name: project }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  }

  it('say that an import is ready, why one failed, and lead to it', async () => {
    const project = `Elsewhere ${Date.now()}`
    await makeProject(project, { project_share_preference: 2 })
    const page = await openPage()
    await signIn(page)
    await page.goto('/participants')
    await page.getByRole('heading', { level: 1, name: 'Participants' }).waitFor()
    await upload(page, project, [textFile('größer.txt')])
    await noticeOf(page).getByText('größer.txt is ready.').waitFor(soon)
    // A notice that has the focus stays.
    await noticeOf(page).getByRole('link', { name: 'Open' }).focus()
    await checkScreen(page, 'notice-import-ready')
    await noticeOf(page).getByRole('link', { name: 'Open' }).click()
    await page.waitForURL(/\/documents\/file\//)
    await page.goto('/participants')
    const broken = { ...brokenPdf('report.pdf'), buffer: Buffer.from(`no document ${project}`) }
    await upload(page, project, [broken])
    await noticeOf(page).getByText('report.pdf failed.').waitFor(soon)
    await noticeOf(page).getByRole('link', { name: 'Show' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Upload new version' }).waitFor()
  })

  it('are not shown on pages that list the import, nor for what others imported', async () => {
    const id = await makeProject(`Listed ${Date.now()}`, { project_share_preference: 2 })
    const page = await openPage()
    await signIn(page)
    await page.goto(`/projects/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const other = await openPage()
    await signIn(other, 'viewer')
    await other.goto('/participants')
    await other.getByRole('heading', { level: 1, name: 'Participants' }).waitFor()
    await dropFiles(page, [textFile('listed.txt')])
    await page.locator('[data-row-key]').getByText('Ready').waitFor(soon)
    // Notices gather for two seconds.
    await page.waitForTimeout(3_000)
    for (const one of [page, other]) expect(await noticeOf(one).count()).toBe(0)
  })
})
