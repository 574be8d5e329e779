/**
 * The whole workflow by keyboard: sign in, create a project, upload one file of each kind, open each, search in
 * it, filter a survey, export it, create, use and revoke an API key, sign out.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makePictures } from '../../../scripts/demo/pictures.ts'
import { makeRecordings } from '../../../scripts/demo/recordings.ts'
import { openPage, people, problemsOf } from './harness/browser.ts'
import { pdf, surveyCsv } from './harness/files.ts'
import { heading, isOn, press, tabTo } from './harness/hands.ts'

const inShell = async (lines: string) => (await promisify(execFile)('bash', ['-c', lines])).stdout
const soon = { timeout: 180_000 }

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

async function signInAndCreateProject(page: Page): Promise<void> {
  await page.goto('/')
  await heading(page, 'Sign in')
  await page.keyboard.type(people.admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(people.admin.password)
  await page.keyboard.press('Enter')
  await heading(page, 'Projects')
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.keyboard.type('Without a mouse')
  await page.keyboard.press('Enter')
  await heading(page, 'Without a mouse')
}

async function uploadOneOfEach(page: Page): Promise<{ talk: string; hasSpeech: boolean }> {
  const [wall] = makePictures()
  const { notes, hasSpeech } = makeRecordings()
  const said = notes[3] ?? notes[0]
  if (!wall || !said) throw new Error('The demo has no image or no recording.')
  const october = surveyCsv('October.csv')
  // Separate e-mail addresses, because other tests search for the participants of their own surveys.
  october.buffer = Buffer.from(october.buffer.toString().replaceAll('person', 'walker'))
  const chooser = page.waitForEvent('filechooser')
  // The file chooser listener has to reach the browser first.
  await page.waitForTimeout(500)
  await page.keyboard.press('u')
  await (await chooser).setFiles([
    pdf('Field notes.pdf', 'We walked to Zanzibar'),
    { name: 'Wall.png', mimeType: 'image/png', buffer: Buffer.from(await wall.make()) },
    { name: said.name, mimeType: 'audio/mp4', buffer: Buffer.from(await said.make()) },
    october,
  ])
  const repeated = page.getByRole('dialog', { name: /imported before/ })
  const survey = page.getByRole('dialog', { name: /^Import survey/ })
  // Other tests import the same picture and recording.
  await repeated.or(survey).waitFor(soon)
  if (await repeated.isVisible()) await press(page, repeated.getByRole('button', { name: 'Upload anyway' }))
  await survey.getByText('60 responses in 6 columns').waitFor(soon)
  await press(page, survey.getByRole('button', { name: /^Import/ }))
  for (const name of ['Field notes.pdf', 'Wall.png', said.name, 'October'])
    await row(page, name).getByText('Ready').waitFor(soon)
  return { talk: said.name, hasSpeech }
}

async function openEach(page: Page, talk: string, hasSpeech: boolean): Promise<void> {
  const project = page.url()
  const openFromList = async (name: string) => {
    await page.goto(project)
    await press(page, page.getByRole('link', { name }))
    await heading(page, name)
  }
  await openFromList('Field notes.pdf')
  await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('zanzibar')
  await page.getByText('1 of 1').waitFor(soon)

  await openFromList('Wall.png')
  await page.getByText(/What stops people/).waitFor()
  await page.keyboard.press('z')
  await page.getByRole('button', { name: '100 %' }).waitFor()

  await openFromList(talk)
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  if (!hasSpeech) return
  await page.locator('[data-line="0"]').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('country')
  await page.getByText(/^1 of \d/).waitFor()
}

async function filterAndExport(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  await page.keyboard.type('Without a mouse')
  await page
    .getByRole('option', { name: /^Without a mouse/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await heading(page, 'Without a mouse')
  await press(page, page.getByRole('link', { name: 'October' }).first())
  const bar = (question: string, answer: string) =>
    page
      .getByRole('region', { name: question })
      .getByRole('button', { name: new RegExp(`^${answer}`) })
      .first()
  await press(page, bar('How often', 'Weekly'))
  await page.getByRole('status').getByText('20 of 60').waitFor()
  await press(page, bar('How likely', 'Promoters'))
  await expect.poll(() => new URL(page.url()).searchParams.getAll('f').length).toBe(2)
  await press(page, page.getByRole('link', { name: 'Responses' }))
  await page.getByRole('table').getByRole('cell').first().waitFor()
  const saving = page.waitForEvent('download')
  await press(page, page.getByRole('link', { name: 'Export filtered CSV' }))
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
}

async function createUseAndRevokeKey(page: Page): Promise<void> {
  await page.goto('/keys')
  await heading(page, 'API keys')
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.keyboard.type('typed')
  await page.keyboard.press('Enter')
  const secretDialog = page.getByRole('dialog', { name: 'Secret for typed' })
  const lines = (await secretDialog.getByRole('region', { name: 'curl commands' }).textContent()) ?? ''
  expect(JSON.parse(await inShell(lines))).toHaveProperty('projects')
  await press(page, secretDialog.getByLabel('I have saved it'), 'Space')
  await press(page, secretDialog.getByRole('button', { name: 'Close' }))
  await secretDialog.waitFor({ state: 'detached' })
  await press(page, page.getByRole('button', { name: 'typed' }))
  const drawer = page.getByRole('dialog', { name: 'typed' })
  await press(page, drawer.getByRole('button', { name: 'Revoke key' }))
  const confirmation = page.getByRole('dialog', { name: 'Revoke typed?' })
  await tabTo(page, confirmation.getByLabel('Type typed to confirm'))
  await page.keyboard.type('typed')
  await press(page, confirmation.getByRole('button', { name: 'Revoke key' }))
  await drawer.getByText('Revoked').waitFor()
  expect(JSON.parse(await inShell(lines))).toMatchObject({ code: expect.any(String) })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
}

it('completes the whole workflow by keyboard', async () => {
  const page = await openPage()
  await signInAndCreateProject(page)
  const { talk, hasSpeech } = await uploadOneOfEach(page)
  await openEach(page, talk, hasSpeech)
  await filterAndExport(page)
  await createUseAndRevokeKey(page)
  await press(page, page.getByRole('button', { name: /^Account menu/ }))
  await page.getByRole('menuitem').first().waitFor()
  for (let step = 0; step < 8 && !(await isOn(page.getByRole('menuitem', { name: 'Sign out' }))); step += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await heading(page, 'Sign in')
  expect(problemsOf(page)).toEqual([])
}, 400_000)
