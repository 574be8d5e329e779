import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { signIn } from './harness/sign-in.ts'
import { setFile, writeTranscript } from './harness/transcripts.ts'
import { makeProject } from './harness/workspace.ts'

let quiet = ''
let talk = ''
let growing = ''
let failed = ''

const voices = ['A', 'B']

beforeAll(async () => {
  const project = await makeProject('Interviews')
  ;[quiet = '', talk = '', growing = '', failed = ''] = await Promise.all(
    ['Quiet room.wav', 'Interview P07.wav', 'Interview P08.wav', 'Interview P09.wav'].map((name) =>
      importFile(project, tone(name, 30)),
    ),
  )
  await writeTranscript(talk, { lines: 60, msPerLine: 500, voices })
  await setFile(
    failed,
    `status = 'error', failure_code = 'speech_failed', failure_message = 'The speech engine stopped. Try it again.'`,
  )
})

const open = async (page: Page, key: string, query = '') => {
  await page.goto(`/recordings/file/${key}${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const lines = (page: Page) => page.getByRole('region', { name: 'Transcript' }).getByRole('listitem')
const timeOf = (page: Page) => page.locator('audio').evaluate((media: HTMLAudioElement) => media.currentTime)
const marks = (page: Page, name: string) => page.evaluate((of) => CSS.highlights.get(of)?.size ?? 0, name)

describe('recordings', () => {
  it('seeks by word, key and link, follows the transcript and does not autoplay', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, talk, '?t=7')
    await expect.poll(() => lines(page).count()).toBe(60)
    await expect.poll(() => timeOf(page)).toBeCloseTo(7, 0)
    await expect.poll(() => marks(page, 'spoken')).toBe(1)
    expect(await page.locator('audio').evaluate((media: HTMLAudioElement) => media.paused)).toBe(true)
    await checkScreen(page, 'recording')
    await page.getByRole('button', { name: 'Play from 0:02' }).first().click()
    await expect.poll(() => timeOf(page)).toBeCloseTo(2, 0)
    await lines(page).nth(1).getByText('Monday').click()
    await expect.poll(() => timeOf(page)).toBeLessThan(1)
    await page.keyboard.press('l')
    await expect.poll(() => timeOf(page)).toBeGreaterThan(10)
    await expect.poll(() => Number(new URL(page.url()).searchParams.get('t'))).toBeGreaterThanOrEqual(10)
    await page.keyboard.press('k')
    const before = await timeOf(page)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(before)
    await page.keyboard.press('k')
    await page.mouse.move(1100, 500)
    await page.mouse.wheel(0, 900)
    await page.getByRole('button', { name: 'Jump to current line' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Jump to current line' }).count()).toBe(0)
  })

  it('finds words, names speakers for all lines or one, and downloads the transcript', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, talk)
    await lines(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('export')
    await page.getByText('1 of 10').waitFor()
    expect(await marks(page, 'found')).toBe(10)
    await page.keyboard.press('Enter')
    await page.getByText('2 of 10').waitFor()
    await page.getByRole('button', { name: 'Name Speaker 2' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Maya 🌊 مايا')
    await page.keyboard.press('Enter')
    await expect.poll(() => lines(page).filter({ hasText: 'Maya' }).count()).toBe(30)
    await lines(page).nth(2).hover()
    await lines(page)
      .nth(2)
      .getByRole('button', { name: /^Name speaker at/ })
      .click()
    await page.getByLabel('Name', { exact: true }).fill('Interviewer')
    await page.getByLabel('This line only').check()
    await checkScreen(page, 'name-speaker')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => lines(page).filter({ hasText: 'Interviewer' }).count()).toBe(1)
    await page.reload()
    await expect.poll(() => lines(page).filter({ hasText: 'Maya' }).count()).toBe(30)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download transcript (srt)' }).click()
    expect((await download).suggestedFilename()).toBe('Interview P07.srt')
  })

  it('shows new transcript lines while the recording is transcribed', async () => {
    const page = await openPage()
    await signIn(page)
    // Set this late, because the system restarts jobs that make no progress.
    await writeTranscript(growing, { lines: 5, msPerLine: 2000, voices, isGrowing: true })
    await setFile(
      growing,
      `status = 'processing', started_at = now(), stage = 'transcribing', percent = 40, seconds_left = 230`,
    )
    await open(page, growing)
    await page.getByText('Transcribed up to 0:10, about 4 min left.').waitFor()
    expect(await lines(page).count()).toBe(5)
    await checkScreen(page, 'recording-growing')
    await writeTranscript(growing, { lines: 9, msPerLine: 2000, voices, isGrowing: true })
    await setFile(growing, 'percent = 60, seconds_left = 100')
    await expect.poll(() => lines(page).count()).toBe(9)
    await page.getByText('Transcribed up to 0:18, about 2 min left.').waitFor()
  })

  it('explains missing speech and failed transcription, and retries it', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, quiet)
    await page.getByText('No speech', { exact: true }).waitFor()
    await checkScreen(page, 'recording-no-speech')
    await open(page, failed)
    await page.getByText('The speech engine stopped. Try it again.').waitFor()
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await checkScreen(page, 'recording-failed')
    await page.getByRole('button', { name: 'Retry transcription' }).click()
    await page.getByText('No speech', { exact: true }).waitFor({ timeout: 120_000 })
  })

  it('transcribes again in another language, or keeps the transcript and says why', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, quiet)
    await page.getByText('No speech', { exact: true }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Transcribe again' })
    const again = async (language: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Transcribe again' }).click()
      await dialog.getByLabel('Language of the recording').fill(language)
      if (language === 'de-DE') await checkScreen(page, 'transcribe-again')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await again('de-DE')
    await page.getByText('Transcribing again failed, and the transcript is unchanged.').waitFor()
    await checkScreen(page, 'transcribe-again-failed')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Transcribing again failed').waitFor({ state: 'detached' })
    await again('en-GB')
    const key = quiet
    const languageOf = () =>
      page.evaluate(
        async (path) =>
          ((await (await fetch(path)).json()) as { transcript: { language: string } }).transcript.language,
        `/api/v1/workspace/recordings/file/${key}`,
      )
    await expect.poll(languageOf, { timeout: 60_000 }).toBe('en-GB')
    await expect.poll(() => page.getByText('Transcribing again').count()).toBe(0)
  })
})
