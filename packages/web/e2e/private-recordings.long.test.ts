/** Recordings of projects with privacy settings: what their pages show, and when. See docs/privacy.md. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { tone } from './harness/files.ts'
import { importFile, sendFile } from './harness/import-files.ts'
import { signIn } from './harness/sign-in.ts'
import { spokenFilm } from './harness/spoken-film.ts'
import { setFile, writeTranscript } from './harness/transcripts.ts'
import { makeProject } from './harness/workspace.ts'

const secret = /jennifer|thompson/i
const sentences = [
  'The weather was pleasant that morning.',
  'My name is Jennifer Thompson and I live nearby.',
  'We looked at the new screens together.',
]
const protecting = { redact_pii: true, audio_modulation: true, blank_video: true }

const unreachable =
  'The recording could not be protected, so it is not shown. The analyzer for personal data could not be reached. Contact your operator, and retry when the problem is fixed.'

let film: Buffer
let project = 0
let plain = ''
let underWay = ''
let closed = ''

beforeAll(async () => {
  film = await spokenFilm(sentences)
  project = await makeProject('Protected interviews', { ...protecting, project_share_preference: 2 })
  const open = await makeProject('Open interviews', { project_share_preference: 2 })
  const nothing = { remove_audio: true, remove_video: true, project_share_preference: 2 }
  const strict = await makeProject('Without sound and picture', nothing)
  ;[plain, underWay, closed] = await Promise.all([
    importFile(open, { name: 'Interview P20.mp4', buffer: film }),
    importFile(project, tone('Interview P22.wav', 10)),
    importFile(strict, { name: 'Interview P23.mp4', buffer: film }, { expected: 'failed' }),
  ])
}, 240_000)

const open = async (page: Page, key: string) => {
  await page.goto(`/recordings/file/${key}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const details = (page: Page) => page.getByRole('region', { name: 'Details' })
const player = (page: Page) => page.locator('audio, video')

/** Collects all text responses that the server sent to a page. */
function readAnswers(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = []
  page.on('response', (answer) => {
    // The change stream never ends.
    if (/json|text\/(html|plain|vtt)/.test(answer.headers()['content-type'] ?? ''))
      texts.push(answer.text().catch(() => ''))
  })
  return async () => (await Promise.all(texts)).join('\n')
}

/** The text of a recording from every source: page, responses, captions, exports and search. */
async function readEverywhere(page: Page, key: string): Promise<Record<string, string>> {
  const answers = readAnswers(page)
  await open(page, key)
  const lines = page.getByRole('region', { name: 'Transcript' }).getByRole('listitem')
  await lines.first().waitFor()
  const captions = await page
    .locator('track')
    .evaluate(async (track: HTMLTrackElement) => (await fetch(track.src)).text())
  const saved: Record<string, string> = {}
  for (const format of ['txt', 'srt', 'vtt', 'json']) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `Download transcript (${format})` }).click()
    saved[format] = await readFile(await (await download).path(), 'utf8')
  }
  const read = { page: await page.content(), answers: await answers(), captions, ...saved }
  return { ...read, search: await findByWord(page, key, 'Jennifer') }
}

/** The search results of a recording. */
async function findByWord(page: Page, key: string, word: string): Promise<string> {
  await page.goto(`/search?q=${word}`)
  await page.getByRole('region', { name: 'Transcripts' }).waitFor()
  const found = page.getByRole('listitem').filter({ has: page.locator(`a[href*="${key}"]`) })
  return (await found.allTextContents()).join('\n')
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect
    .poll(() => player(page).evaluate((media: HTMLMediaElement) => media.currentTime))
    .toBeGreaterThan(0.5)
}

/** The contrast between the lightest and darkest pixel of the playing video, up to 255. */
const contrastOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const size = { width: video.videoWidth, height: video.videoHeight }
    const drawing = Object.assign(document.createElement('canvas'), size).getContext('2d')
    if (!drawing || size.width === 0) return undefined
    drawing.drawImage(video, 0, 0)
    const pixels = drawing.getImageData(0, 0, size.width, size.height).data
    const colours = [...pixels].filter((_, place) => place % 4 < 3).sort((a, b) => a - b)
    return (colours.at(-1) ?? 0) - (colours[0] ?? 0)
  })

describe('recordings in a project with privacy settings', () => {
  it('hides a recording until it is protected, then shows it without the personal data', async () => {
    const page = await openPage()
    await signIn(page)
    // With the page's code in the cache, it opens before the recording is protected.
    await open(page, plain)
    const key = await sendFile(project, { name: 'Interview P21.mp4', buffer: film })
    await open(page, key)
    await page.getByText('Nothing is shown until protection is complete.').waitFor()
    expect(await player(page).count()).toBe(0)

    await details(page).getByText('Protected', { exact: true }).waitFor({ timeout: 240_000 })
    await details(page)
      .getByText('personal data removed from transcript, personal data beeped, voices altered, video blanked')
      .waitFor()
    await page.getByText(/\[name\]/).waitFor()
    await checkScreen(page, 'recording-protected')
    await play(page)
    expect(await contrastOf(page)).toBeLessThan(16)

    await expect.poll(() => findByWord(page, key, 'screens'), { timeout: 60_000 }).toMatch(/screens/)
    for (const [way, text] of Object.entries(await readEverywhere(page, key)))
      expect(text, way).not.toMatch(secret)
    // Verify the check itself: in an unprotected recording, every source contains the secret.
    for (const [way, text] of Object.entries(await readEverywhere(page, plain)))
      expect(text, way).toMatch(secret)
    await open(page, plain)
    await play(page)
    expect(await contrastOf(page)).toBeGreaterThan(100)
  })

  it('shows nothing of a recording on its page or in lists while it is being protected', async () => {
    const page = await openPage()
    await signIn(page)
    const answers = readAnswers(page)
    await writeTranscript(underWay, { lines: 3, msPerLine: 3000, voices: [], sentences })
    // Set this late, because the system fails jobs that make no progress.
    await setFile(
      underWay,
      `status = 'processing', started_at = now(), completed_at = null, stage = 'protecting', percent = 70,
       seconds_left = 100, closed_recording_id = recording_id, recording_id = null`,
    )
    await open(page, underWay)
    await page
      .getByText('Protecting, about 2 min left. Nothing is shown until protection is complete.')
      .waitFor()
    await checkScreen(page, 'recording-being-protected')
    await expectClosed(page, underWay)
    await page.goto(`/projects/${project}`)
    await page.getByText('Protecting · 70 %').waitFor()
    await page.getByText(/New recordings are protected/).waitFor()
    // The poster of the other recording is from its protected version.
    const others = page.getByRole('listitem').filter({ hasNotText: 'Interview P21.mp4' })
    expect(await others.filter({ hasText: 'Interview P22.wav' }).count()).toBe(1)
    expect(await others.locator('img').count()).toBe(0)
    await checkScreen(page, 'project-protected')
    await page.getByText('Interview P22.wav').click()
    await page.getByRole('list', { name: 'Steps' }).getByText('Protected').waitFor()
    await checkScreen(page, 'import-being-protected')
    expect(await answers()).not.toMatch(secret)
  })

  it('keeps a recording hidden when protection failed, explains why and lets editors retry', async () => {
    const page = await openPage()
    await signIn(page)
    await open(page, closed)
    await page.getByText('Protection failed').waitFor()
    await page.getByText('nothing_left').waitFor()
    const retry = (of: Page) => of.getByRole('button', { name: 'Try again' })
    expect(await retry(page).count()).toBe(0)
    // Simulate an analyzer that was unreachable and is available again.
    await setFile(
      closed,
      `failure_code = 'analyzer_unreachable', failure_message = '${unreachable}',
       privacy = jsonb_set(privacy, '{settings}', '{"remove_audio": true, "blank_video": true}')`,
    )
    const viewing = await openPage()
    await signIn(viewing, 'viewer')
    await open(viewing, closed)
    await viewing.getByText(unreachable).waitFor()
    await expectClosed(viewing, closed)
    expect(await retry(viewing).count()).toBe(0)

    await open(page, closed)
    await page.getByText(unreachable).waitFor()
    await checkScreen(page, 'recording-closed')
    await expectClosed(page, closed)
    await retry(page).click()
    await details(page).getByText('audio removed, video blanked').waitFor({ timeout: 240_000 })
    expect(await player(page).count()).toBe(1)
  })
})

/** Nothing can be played, seen or downloaded, and no URL returns content. */
async function expectClosed(page: Page, key: string): Promise<void> {
  expect(await player(page).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Player' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Transcript' }).count()).toBe(0)
  expect(await page.content()).not.toMatch(secret)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem', { name: /^Download/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  const statuses = await page.evaluate(
    (addresses) => Promise.all(addresses.map(async (address) => (await fetch(address)).status)),
    ['rendition', 'poster', 'thumbnail'].map((what) => `/api/v1/workspace/content/file/${key}/${what}`),
  )
  expect(statuses).toEqual([404, 404, 404])
}
