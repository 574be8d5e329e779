import { beforeAll, expect } from 'vitest'
import { pdfOf, tone } from '../harness/files.ts'
import { type Hands, heading, job, tabTo } from '../harness/hands.ts'
import { importFile } from '../harness/import-files.ts'
import { presentation, workbook } from '../harness/office.ts'
import { writeTranscript } from '../harness/transcripts.ts'
import { makeProject } from '../harness/workspace.ts'

let project = 0
let book = ''
let sheets = ''
let slides = ''
const talks: Record<'follow' | 'correct' | 'name', string[]> = { follow: [], correct: [], name: [] }

beforeAll(async () => {
  if (process.env['INLET_E2E_JOBS'] === undefined) return
  project = await makeProject('Materials of the jobs')
  const pages = [1, 2, 3].map((page) => [`Page ${page}`, page === 1 ? 'Nothing here' : 'We met in Zanzibar'])
  const budget = workbook('Budget.xlsx', [
    { name: 'Köln 2026', rows: Array.from({ length: 120 }, (_, row) => `Cost ${row + 1}`) },
    { name: 'Answers', rows: ['Yes', 'No'] },
  ])
  const talk = await presentation('Results.pptx', ['What we asked', 'What they said'])
  ;[book, sheets, slides] = await Promise.all([
    importFile(project, pdfOf('Field notes.pdf', pages)),
    importFile(project, budget),
    importFile(project, talk),
  ])
  for (const [use, keys] of Object.entries(talks))
    for (const means of ['mouse', 'keyboard']) {
      const key = await importFile(project, tone(`${use} ${means}.wav`, 30))
      await writeTranscript(key, { lines: 54, msPerLine: 500, voices: use === 'name' ? [] : ['A', 'B'] })
      keys.push(key)
    }
}, 300_000)

const transcript = ({ page }: Hands) => page.getByRole('region', { name: 'Transcript' })
const lines = (hands: Hands) => transcript(hands).getByRole('listitem')
const textOf = (hands: Hands, index: number) => lines(hands).nth(index).locator('p').textContent()
const editor = (hands: Hands) => transcript(hands).getByRole('textbox')

/** Each way has a recording of its own, because it changes it. */
async function openTalk(hands: Hands, use: keyof typeof talks): Promise<string> {
  const key = talks[use][hands.isKeyboard ? 1 : 0] ?? ''
  await hands.page.goto(`/recordings/file/${key}`)
  await expect.poll(() => lines(hands).count()).toBe(54)
  return key
}

job('reads a document and steps through what it searches for', async (hands) => {
  const { page, press, type } = hands
  await page.goto(`/projects/${project}`)
  await press(page.getByRole('link', { name: 'Field notes.pdf' }))
  await heading(page, 'Field notes.pdf')
  await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/documents/file/${book}`)
  if (hands.isKeyboard) {
    await page.keyboard.press('/')
    await page.keyboard.type('zanzibar')
  } else await type(page.getByRole('searchbox', { name: 'Find in this document' }), 'zanzibar')
  const list = page.getByRole('list', { name: 'Results' })
  await expect.poll(() => list.getByRole('button').count(), { timeout: 20_000 }).toBe(2)
  await press(list.getByRole('button').first())
  await page.getByText('1 of 2').waitFor()
  await press(page.getByRole('button', { name: 'Next match' }))
  await page.getByText('2 of 2').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('3')
})

job('reads the sheets of a spreadsheet and slides', async ({ page, press, type, isKeyboard }) => {
  await page.goto(`/documents/file/${sheets}`)
  const tabs = page.getByRole('navigation', { name: 'Sheets' })
  await tabs.getByRole('button', { name: 'Köln 2026' }).and(page.locator('[aria-current]')).waitFor()
  await press(tabs.getByRole('button', { name: 'Answers' }))
  await tabs.getByRole('button', { name: 'Answers' }).and(page.locator('[aria-current]')).waitFor()
  await page.goto(`/documents/file/${slides}`)
  await page.getByRole('img', { name: 'Slide 1', exact: true }).waitFor()
  const place = page.getByRole('textbox', { name: 'Slide' })
  if (isKeyboard) await page.keyboard.press('ArrowRight')
  else {
    await type(place, '2')
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => place.inputValue()).toBe('2')
  await press(page.getByRole('tab', { name: 'Text' }))
  await page.getByRole('tabpanel').getByText('What they said').waitFor()
})

job('plays a recording and follows its words', async (hands) => {
  const { page, press } = hands
  await openTalk(hands, 'follow')
  const timeOf = () => page.locator('audio').evaluate((media: HTMLAudioElement) => media.currentTime)
  await press(page.getByRole('button', { name: 'Play', exact: true }))
  await expect.poll(timeOf).toBeGreaterThan(0.3)
  // While it plays, because it may be paused between two words.
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('spoken')?.size ?? 0)).toBe(1)
  await press(page.getByRole('button', { name: 'Pause', exact: true }))
  if (hands.isKeyboard) await page.keyboard.press('l')
  else await page.getByRole('button', { name: 'Play from 0:10' }).first().click()
  await expect.poll(timeOf).toBeGreaterThan(8)
})

job('corrects a line and undoes it', async (hands) => {
  const { page } = hands
  await openTalk(hands, 'correct')
  const before = await textOf(hands, 1)
  if (hands.isKeyboard) {
    await tabTo(page, transcript(hands))
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await editor(hands).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('I tried it on Tuesday.')
    await page.keyboard.press('ControlOrMeta+Enter')
  } else {
    await lines(hands).nth(1).locator('p').dblclick()
    await editor(hands).fill('I tried it on Tuesday.')
    await lines(hands).nth(5).locator('p').click()
  }
  await expect.poll(() => textOf(hands, 1)).toBe('I tried it on Tuesday.')
  const undo = page.getByRole('region', { name: 'Notice' }).getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  if (hands.isKeyboard) await page.keyboard.press('ControlOrMeta+z')
  else await undo.click()
  await expect.poll(() => textOf(hands, 1)).toBe(before)
})

job('names the speakers of 54 lines in fewer than ten interactions', async (hands) => {
  const { page } = hands
  await openTalk(hands, 'name')
  const named = (name: string) => lines(hands).filter({ hasText: name })
  let interactions = 0
  const act = async (action: Promise<unknown>) => {
    interactions += 1
    await action
  }
  if (hands.isKeyboard) {
    await act(page.keyboard.press('s'))
    await page.getByRole('dialog', { name: 'Name speaker' }).waitFor()
    await act(page.keyboard.type('Interviewer'))
    await act(page.keyboard.press('Enter'))
    await expect.poll(() => named('Interviewer').count()).toBe(1)
    await act(tabTo(page, transcript(hands)))
    await act(page.keyboard.press('ArrowDown'))
    await act(page.keyboard.press('Shift+ArrowDown'))
    await act(page.keyboard.press('s'))
  } else {
    await act(lines(hands).first().hover())
    await act(
      lines(hands)
        .first()
        .getByRole('button', { name: /^Name speaker at/ })
        .click(),
    )
    await act(page.getByLabel('Name', { exact: true }).fill('Interviewer'))
    await act(page.getByRole('button', { name: 'Save', exact: true }).click())
    await expect.poll(() => named('Interviewer').count()).toBe(1)
    await act(
      lines(hands)
        .nth(10)
        .locator('p')
        .click({ modifiers: ['ControlOrMeta'] }),
    )
    await act(
      lines(hands)
        .nth(13)
        .locator('p')
        .click({ modifiers: ['Shift'] }),
    )
    await act(page.getByRole('button', { name: 'Name speaker', exact: true }).click())
  }
  await page.getByRole('dialog', { name: /^Name speaker of/ }).waitFor()
  await act(page.keyboard.type('Participant 7'))
  await act(page.keyboard.press('Enter'))
  await page
    .getByRole('region', { name: 'Notice' })
    .getByText(/Named \d lines “Participant 7”/)
    .waitFor()
  expect(interactions).toBeLessThan(10)
})

job('downloads captions', async (hands) => {
  const { page } = hands
  await openTalk(hands, 'follow')
  const download = page.waitForEvent('download')
  await hands.choose(page.getByRole('button', { name: 'More', exact: true }), 'Download transcript (vtt)')
  expect((await download).suggestedFilename()).toMatch(/\.vtt$/)
})

job('searches everything, and then one project on some days', async (hands) => {
  const { page, press, type, select } = hands
  await page.goto('/search')
  await type(page.getByLabel('Search terms'), 'Zanzibar')
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents
    .getByRole('link', { name: /Field notes\.pdf/ })
    .first()
    .waitFor()
  await select(page.getByLabel('Project', { exact: true }), 'Materials of the jobs')
  await page.waitForURL(/project=\d+/)
  const from = page.getByLabel('Imported from')
  if (hands.isKeyboard) {
    await tabTo(page, from)
    await page.keyboard.type('01312020')
  } else await from.fill('2020-01-31')
  await page.waitForURL(/from=2020-01-31/)
  await press(documents.getByRole('link', { name: /Field notes\.pdf/ }).first())
  await page.waitForURL(/\/documents\/file\/.*find=Zanzibar/)
})
