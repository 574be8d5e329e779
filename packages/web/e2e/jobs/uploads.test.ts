import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { makeDocuments } from '../../../../scripts/demo/documents.ts'
import { makePictures } from '../../../../scripts/demo/pictures.ts'
import { makeRecordings } from '../../../../scripts/demo/recordings.ts'
import { brokenPdf, pdf } from '../harness/files.ts'
import { type Hands, heading, job, unique } from '../harness/hands.ts'
import { workbook } from '../harness/office.ts'
import { openNewProject } from '../harness/sign-in.ts'
import { controlNetwork, dropFiles, makeLargeFile, transferOf, trayOf } from '../harness/uploads.ts'

const MiB = 1024 * 1024
const soon = { timeout: 240_000 }
/** Of the list, not of the uploads. */
const row = ({ page }: Hands, name: string) =>
  page.locator('[data-row-key]').filter({ hasText: name }).first()
const uploadButton = ({ page }: Hands) => page.getByRole('button', { name: 'Upload files' })

async function oneOfEachKind() {
  const { notes } = makeRecordings()
  const [wall] = makePictures()
  const made = [...makeDocuments(), ...(wall ? [wall] : []), ...notes.slice(0, 1)]
  const files = await Promise.all(
    made.map(async ({ name, make }) => ({ name, mimeType: '', buffer: Buffer.from(await make()) })),
  )
  const sheet = workbook('Costs.xlsx', [{ name: 'Costs', rows: ['Train', 'Hotel'] }])
  const text = { name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Plain notes') }
  return [...files, { ...sheet, mimeType: '' }, text]
}

job('uploads one file of each kind', async (hands) => {
  await openNewProject(hands.page, unique('Each kind'))
  const files = await oneOfEachKind()
  await hands.pick(uploadButton(hands), files)
  const question = hands.page.getByRole('dialog', { name: /imported before/ })
  await hands.page.addLocatorHandler(question, () =>
    question.getByRole('button', { name: 'Upload anyway' }).click(),
  )
  for (const { name } of files) await row(hands, name).getByText('Ready').waitFor(soon)
})

job('uploads a folder, pastes and drops', async (hands) => {
  const { page } = hands
  const name = unique('Folder and drop')
  await openNewProject(page, name)
  const folder = await mkdtemp(join(tmpdir(), 'inlet-folder-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'Tag 2'))
  await writeFile(join(folder, 'Tag 1.pdf'), pdf('a').buffer)
  await writeFile(join(folder, 'Tag 2', 'größer.pdf'), pdf('b').buffer)
  const chooser = page.waitForEvent('filechooser')
  await hands.choose(page.getByRole('button', { name: 'Add from…' }), 'Upload a folder')
  await (await chooser).setFiles(folder)
  await trayOf(page).getByText('2 uploaded').waitFor(soon)
  const transfer = await transferOf(page, [{ ...pdf('image.png'), mimeType: 'image/png' }])
  await page.evaluate(
    (data) =>
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, clipboardData: data as DataTransfer }),
      ),
    transfer,
  )
  await trayOf(page)
    .getByText(/^Pasted .*\.png$/)
    .waitFor()
  await page.goto('/imports')
  await heading(page, 'Imports')
  expect(await dropFiles(page, [pdf('fallen.pdf')])).toBe(true)
  const dialog = page.getByRole('dialog', { name: 'Upload fallen.pdf' })
  await hands.type(dialog.getByRole('combobox'), name)
  const option = page.getByRole('option', { name })
  await option.waitFor()
  if (hands.isKeyboard) await page.keyboard.press('Enter')
  else await option.click()
  await hands.press(dialog.getByRole('button', { name: /^Upload/ }))
  await trayOf(page).getByRole('link', { name: 'fallen.pdf' }).waitFor(soon)
})

job('resolves a failed import with another version', async (hands) => {
  const { page } = hands
  await openNewProject(page, unique('Failures'))
  // Files of the same content would be noticed as duplicates.
  const broken = ['report.pdf', 'spare.pdf'].map((name) => ({
    ...brokenPdf(name),
    buffer: Buffer.from(`this is not a document ${unique(name)}`),
  }))
  await hands.pick(uploadButton(hands), broken)
  for (const name of ['report.pdf', 'spare.pdf']) await row(hands, name).getByText('Failed').waitFor(soon)
  await hands.press(page.getByRole('button', { name: 'spare.pdf', exact: true }))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }))
  await row(hands, 'spare.pdf').waitFor({ state: 'detached' })
  await hands.press(page.getByRole('button', { name: 'report.pdf', exact: true }))
  await hands.pick(page.getByRole('dialog').getByRole('button', { name: 'Upload new version' }), [
    pdf('report.pdf', 'This time it is whole'),
  ])
  await row(hands, 'report.pdf').getByText('Ready').waitFor(soon)
  await expect.poll(() => page.getByText('Failed', { exact: true }).count()).toBe(0)
})

job('keeps its uploads offline, over a reload and a closed tab', async (hands) => {
  const { page } = hands
  const context = page.context()
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  const project = await openNewProject(page, unique('Bad train'))
  const path = await makeLargeFile('Gespräch Übung.mp4', (hands.isKeyboard ? 110 : 100) * MiB)
  const network = await controlNetwork(page, 30 * MiB)
  await hands.pick(uploadButton(hands), path)
  await page.waitForRequest((request) => request.url().includes('partNumber='), soon)
  await network.cut()
  await trayOf(page).getByText('Waiting for the connection').first().waitFor()
  await network.restore()
  await page.reload()
  const interrupted = 'Interrupted. Choose the same file to resume.'
  await trayOf(page).getByText(interrupted).waitFor(soon)
  await page.close()
  const again = await context.newPage()
  await again.goto(`/projects/${project}`)
  await trayOf(again).getByText(interrupted).waitFor(soon)
  const fresh = again.getByRole('button', { name: 'Upload files' })
  const chooser = again.waitForEvent('filechooser')
  if (hands.isKeyboard) await again.keyboard.press('u')
  else await fresh.click()
  await (await chooser).setFiles(path)
  await trayOf(again).getByText('1 uploaded').waitFor(soon)
})
