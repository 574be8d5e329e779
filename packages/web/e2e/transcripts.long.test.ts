/** Transcripts that come with their recordings: added together, dropped on an upload, and never interpreted. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { type PickedFile, tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { expectOnlyText, expectWatchWorks, watch } from './harness/only-text.ts'
import { payloads } from './harness/payloads.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'
import { makeProject } from './harness/workspace.ts'

const soon = { timeout: 120_000 }
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const text = (name: string, content: string): PickedFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const vtt = (name: string) =>
  text(
    name,
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>It looked slow.\n\n00:03.000 --> 00:04.000\n<v Ben>Why?\n',
  )

const pick = (page: Page, files: PickedFile[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

async function expectTranscript(page: Page, name: string): Promise<void> {
  await row(page, name).getByText('Ready').waitFor(soon)
  await page.locator('main').getByRole('link', { name }).first().click()
  await page.getByText('It looked slow.').waitFor()
  await page.locator('[data-line]').getByText('Ben', { exact: true }).waitFor()
}

describe('a transcript', () => {
  it('belongs to the recording of the same name that is added with it', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Own transcripts')
    await pick(page, [
      tone('call.wav', 5),
      vtt('call.vtt'),
      text('notes.txt', 'Some notes.'),
      vtt('alone.vtt'),
    ])
    await tray(page).getByText('call.wav with call.vtt').waitFor()
    await tray(page).getByText('A transcript needs its recording.').waitFor()
    await checkScreen(page, 'upload-with-transcript')
    await row(page, 'notes.txt').getByText('Ready').waitFor(soon)
    await expectTranscript(page, 'call.wav')
    expect(problemsOf(page)).toEqual([])
  })

  it('can be dropped on a recording that is being uploaded', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Dropped transcript')
    const held: (() => void)[] = []
    await page.route(
      (url) => url.pathname.split('/').length <= 3 && !url.pathname.startsWith('/api'),
      async (route) => {
        if (route.request().method() === 'POST' && held.length === 0)
          await new Promise<void>((resolve) => held.push(resolve))
        await route.continue().catch(() => {})
      },
    )
    await pick(page, [tone('call.wav', 5)])
    await expect.poll(() => held.length).toBe(1)
    const { name, buffer } = vtt('spoken.vtt')
    const data = await page.evaluateHandle(
      ({ fileName, base64 }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([atob(base64)], fileName))
        return transfer
      },
      { fileName: name, base64: buffer.toString('base64') },
    )
    await tray(page).getByText('call.wav').dispatchEvent('drop', { dataTransfer: data })
    await tray(page).getByText('call.wav with spoken.vtt').waitFor()
    held[0]?.()
    await expectTranscript(page, 'call.wav')
  })

  it('with two hundred payloads as speakers and cues is shown as text', async () => {
    expect(payloads).toHaveLength(201)
    const project = await makeProject('Transcripts of payloads')
    const segments = payloads.map((line, index) => ({
      start: index * 2,
      end: index * 2 + 2,
      speaker: line,
      text: line,
    }))
    const content = Buffer.from(JSON.stringify({ segments }))
    const recording = tone('talk.wav', payloads.length * 2)
    const key = await importFile(project, recording, { transcript: { name: 'talk.json', buffer: content } })
    const page = await openPage()
    const elsewhere = await watch(page)
    await signIn(page)
    const seen = new Set<string>()
    for (let line = 0; line < payloads.length; line += 8) {
      await page.goto(`/recordings/file/${key}?t=${line * 2}`)
      await page.locator(`[data-line="${line}"]`).waitFor()
      await expectOnlyText(page, `line ${line}`)
      for (const shown of await page.locator('[data-line]').evaluateAll(listLines)) seen.add(shown)
    }
    const asShown = payloads.map((line) => line.replace(/\s+/g, ' ').trim())
    const countIn = (shown: string, line: string) => shown.split(line).length - 1
    // Once as the speaker and once as the text of the line.
    const missing = asShown.filter((line) => ![...seen].some((shown) => countIn(shown, line) >= 2))
    process.stdout.write(
      `transcripts payloads=${payloads.length} shown=${payloads.length - missing.length}\n`,
    )
    expect(missing).toEqual([])
    expect(elsewhere.filter((url) => !new URL(url).searchParams.has('X-Amz-Signature'))).toEqual([])
    expect(problemsOf(page)).toEqual([])
    await page.goto('/account')
    await expectWatchWorks(page)
  }, 300_000)
})

const listLines = (lines: Element[]) =>
  lines.map((line) => (line.textContent ?? '').replace(/\s+/g, ' ').trim())
