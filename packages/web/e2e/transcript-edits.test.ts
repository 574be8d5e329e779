/** Correcting transcripts and naming speakers, by mouse and keyboard, in one window and in two. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { expectOnlyText, watch } from './harness/only-text.ts'
import { payloads } from './harness/payloads.ts'
import { signIn } from './harness/sign-in.ts'
import { writeTranscript } from './harness/transcripts.ts'
import { makeProject } from './harness/workspace.ts'

let talk = ''
let shared = ''
let unnamed = ''
let hostile = ''

beforeAll(async () => {
  const project = await makeProject('Corrections')
  ;[talk = '', shared = '', unnamed = '', hostile = ''] = await Promise.all(
    ['Talk.wav', 'Shared.wav', 'Unnamed.wav', 'Hostile.wav'].map((name) =>
      importFile(project, tone(name, 30)),
    ),
  )
  for (const [key, voices] of [
    [talk, ['A', 'B']],
    [shared, ['A', 'B']],
    [unnamed, []],
    [hostile, []],
  ] as const)
    await writeTranscript(key, { lines: 54, msPerLine: 500, voices })
})

/** Control characters are refused. */
const enterable = payloads
  .filter((payload) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(payload))
  .slice(0, 20)

const open = async (page: Page, key: string) => {
  await page.goto(`/recordings/file/${key}`)
  await expect.poll(() => lines(page).count()).toBe(54)
}
const transcript = (page: Page) => page.getByRole('region', { name: 'Transcript' })
const lines = (page: Page) => transcript(page).getByRole('listitem')
const line = (page: Page, index: number) => lines(page).nth(index)
const textOf = (page: Page, index: number) => line(page, index).locator('p').textContent()
const editor = (page: Page) => transcript(page).getByRole('textbox')
const focusedLine = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-line'))
const notice = (page: Page) => page.getByRole('region', { name: 'Notice' })
const named = (page: Page, name: string) => lines(page).filter({ hasText: name })
const downloadOf = (page: Page, key: string, format: string) =>
  page.evaluate(
    async (path) => (await fetch(path)).text(),
    `/api/v1/workspace/recordings/file/${key}/transcript/${format}`,
  )

describe('a transcript line', () => {
  it('is corrected by keyboard, saved, and undone', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, talk)
    await transcript(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await editor(page).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('I tried it on Tuesday.')
    await checkScreen(page, 'edit-line')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(() => textOf(page, 1)).toBe('I tried it on Tuesday.')
    await notice(page).getByText('Line changed.').waitFor()
    // The focus is on the line again, so that the next one is a key away.
    await expect.poll(() => focusedLine(page)).toBe('1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await editor(page).fill('Not this.')
    await page.keyboard.press('Escape')
    await expect.poll(() => textOf(page, 2)).toBe('And what did you do when you came back?')
    await expect.poll(() => focusedLine(page)).toBe('2')
    expect(await downloadOf(page, talk, 'txt')).toContain('I tried it on Tuesday.')
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => textOf(page, 1)).toContain('I tried it on Monday')
    await page.reload()
    await expect.poll(() => textOf(page, 1)).toContain('I tried it on Monday')
  })

  it('is corrected by mouse, saved on leaving and while typing, and Escape restores it', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, talk)
    await line(page, 3).getByText('It was still running').dblclick()
    await editor(page).fill('It was still running.')
    await line(page, 5).locator('p').click()
    await expect.poll(() => textOf(page, 3)).toBe('It was still running.')
    await line(page, 4).hover()
    await line(page, 4)
      .getByRole('button', { name: /^Edit line/ })
      .click()
    await editor(page).fill('How often?')
    await transcript(page).getByText('Saved. Esc cancels').waitFor()
    expect(await downloadOf(page, talk, 'txt')).toContain('How often?')
    await editor(page).press('Escape')
    await expect.poll(() => textOf(page, 4)).toBe('How often does that happen?')
    await expect.poll(() => downloadOf(page, talk, 'txt')).not.toContain('How often?')
  })

  it('is not offered for editing to viewers', async () => {
    const page = await openPage()
    await signIn(page, 'viewer')
    await open(page, talk)
    await line(page, 0).locator('p').dblclick()
    expect(await page.getByRole('button', { name: /^Edit line/ }).count()).toBe(0)
    expect(await editor(page).count()).toBe(0)
  })

  it('shows hostile text as text only', async () => {
    const page = await openPage()
    await watch(page)
    await signIn(page)
    await open(page, hostile)
    for (const [index, payload] of enterable.entries()) {
      await line(page, index).hover()
      await line(page, index)
        .getByRole('button', { name: /^Edit line/ })
        .click()
      await editor(page).fill(payload)
      await editor(page).press('Enter')
      await expect.poll(() => editor(page).count()).toBe(0)
    }
    await page.keyboard.press('Shift+H')
    await page.getByRole('dialog').getByText('Edited 1 line').first().waitFor()
    await expectOnlyText(page, 'the transcript and its history')
  })
})

describe('two windows', () => {
  it('follow each other, keep text while offline, and ask about a conflict', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, shared)
    const other = await openPage()
    await signIn(other)
    await open(other, shared)
    const write = async (by: Page, index: number, text: string) => {
      await line(by, index).hover()
      await line(by, index)
        .getByRole('button', { name: /^Edit line/ })
        .click()
      await editor(by).fill(text)
    }
    await write(page, 0, 'Seen by the other window.')
    await editor(page).press('Enter')
    await expect.poll(() => textOf(other, 0), { timeout: 5000 }).toBe('Seen by the other window.')

    await write(page, 1, 'Mine.')
    await page.context().setOffline(true)
    await editor(page).fill('Mine, after all.')
    await transcript(page).getByText('The server did not respond.').waitFor()
    await write(other, 1, 'Theirs.')
    await editor(other).press('Enter')
    await expect.poll(() => textOf(other, 1)).toMatch(/Theirs|Mine/)
    await page.context().setOffline(false)
    await transcript(page).getByText('Somebody changed this line').waitFor()
    await transcript(page).getByText('Theirs.').waitFor()
    // Browsers log every request that fails.
    problemsOf(page).splice(0)
    await checkScreen(page, 'edit-conflict')
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect.poll(() => textOf(page, 1)).toBe('Mine, after all.')
    await expect.poll(() => textOf(other, 1)).toBe('Mine, after all.')

    await named(other, 'Speaker 2').first().waitFor()
    await page.getByRole('button', { name: 'Name Speaker 2' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Maya')
    await page.keyboard.press('Enter')
    await expect.poll(() => named(other, 'Maya').count(), { timeout: 5000 }).toBe(27)
  })
})

describe('text that is not saved yet', () => {
  it('is saved if it was typed during a save, and is not left behind', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, talk)
    const write = async (index: number, text: string) => {
      await line(page, index).hover()
      await line(page, index)
        .getByRole('button', { name: /^Edit line/ })
        .click()
      await editor(page).fill(text)
    }
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**/recordings/file/${talk}/transcript`, async (route) => {
      if (route.request().method() === 'PATCH') await held
      await route.continue()
    })
    await write(10, 'First half')
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await editor(page).press('Enter')
    await call
    await editor(page).fill('First half and second half')
    release()
    await expect.poll(() => editor(page).count()).toBe(0)
    expect(await textOf(page, 10)).toBe('First half and second half')
    expect(await downloadOf(page, talk, 'txt')).toContain('First half and second half')

    const leave = () => page.getByRole('link', { name: 'Projects', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.context().setOffline(true)
    await write(12, 'Kept until the connection is back')
    await leave()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await editor(page).inputValue()).toBe('Kept until the connection is back')
    await page.context().setOffline(false)
    await transcript(page).getByText('Saved. Esc cancels').waitFor()
    await editor(page).fill('Saved on leaving')
    await leave()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(await downloadOf(page, talk, 'txt')).toContain('Saved on leaving')
    // Browsers log every request that fails.
    problemsOf(page).splice(0)
  })
})

describe('find and replace, and the history', () => {
  it('change all matches, list them, undo one and restore a version', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, shared)
    await transcript(page).focus()
    await page.keyboard.press('Shift+R')
    const bar = page.getByRole('form', { name: 'Find and replace' })
    await bar.getByLabel('Find', { exact: true }).fill('Every week')
    await bar.getByText('9 matches').waitFor()
    await bar.getByLabel('Replace with').fill('Each Friday')
    await checkScreen(page, 'replace')
    await page.keyboard.press('Enter')
    await notice(page).getByText('Replaced 9 matches in 9 lines.').waitFor()
    expect(await textOf(page, 5)).toContain('Each Friday')
    await bar.getByText('0 matches').waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Transcript')

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Transcript history' }).click()
    const panel = page.getByRole('dialog', { name: 'Transcript history' })
    await panel.getByText('Replaced text in 9 lines').waitFor()
    await panel.getByText('And 4 more lines').waitFor()
    await checkScreen(page, 'transcript-history')
    await panel.getByRole('button', { name: 'Undo this change' }).first().click()
    await panel.getByText('Undid a change of 9 lines').waitFor()
    await expect.poll(() => textOf(page, 5)).toContain('Every week')
    await panel.getByRole('button', { name: 'Restore the first version' }).click()
    await panel.getByText(/^Restored \d+ lines/).waitFor()
    await expect.poll(() => textOf(page, 0)).toContain('Tell me about the last time')
    const shown = await lines(page).locator('p').allTextContents()
    const exported = JSON.parse(await downloadOf(page, shared, 'json')) as { segments: { text: string }[] }
    expect(exported.segments.map(({ text }) => text)).toEqual(shown)
  })
})

describe('speakers', () => {
  it('of 54 lines without labels are named in 9 interactions by keyboard', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, unnamed)
    let interactions = 0
    const press = async (keys: string) => {
      interactions += 1
      await page.keyboard.press(keys)
    }
    const type = async (text: string) => {
      interactions += 1
      await page.keyboard.type(text)
    }
    await press('s')
    await page.getByRole('dialog', { name: 'Name speaker' }).waitFor()
    await type('Interviewer')
    await press('Enter')
    await expect.poll(() => named(page, 'Interviewer').count()).toBe(1)
    // The list shows a name where it changes: lines 11 to 14 are of somebody else.
    interactions += 2
    await line(page, 10)
      .locator('p')
      .click({ modifiers: ['ControlOrMeta'] })
    await line(page, 13)
      .locator('p')
      .click({ modifiers: ['Shift'] })
    await page.getByText('4 lines selected').waitFor()
    await checkScreen(page, 'select-lines')
    await press('s')
    await page.getByRole('dialog', { name: 'Name speaker of 4 lines' }).waitFor()
    await page.getByRole('button', { name: 'Interviewer', exact: true }).waitFor()
    await checkScreen(page, 'name-lines')
    await type('Participant 7')
    await press('Enter')
    await notice(page).getByText('Named 4 lines “Participant 7”.').waitFor()
    expect(interactions).toBeLessThan(10)
    expect(await downloadOf(page, unnamed, 'txt')).toMatch(/Interviewer: .*Participant 7: .*Interviewer: /s)
    await page.keyboard.press('ControlOrMeta+z')
    await notice(page).getByText('Names restored.').waitFor()
    await expect.poll(() => named(page, 'Participant 7').count()).toBe(0)
  })

  it('are selected with Shift and the arrow keys, and named by a suggestion', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, talk)
    await transcript(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 lines selected').waitFor()
    // It does not delete the recording.
    await page.keyboard.press('Delete')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText('3 lines selected').count()).toBe(0)
    await page.keyboard.press('x')
    await page.getByText('1 line selected').waitFor()
    await page.getByRole('button', { name: 'Name speaker', exact: true }).click()
    await page.getByRole('button', { name: 'Interviewer', exact: true }).click()
    await expect.poll(() => named(page, 'Interviewer').count()).toBe(1)
    await line(page, 6).hover()
    await line(page, 6)
      .getByRole('button', { name: /^Name speaker at/ })
      .click()
    await page.getByLabel('Name', { exact: true }).fill('Guest')
    await page.getByLabel('Number of following lines').fill('2')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await notice(page).getByText('Named 3 lines “Guest”.').waitFor()
  })
})
