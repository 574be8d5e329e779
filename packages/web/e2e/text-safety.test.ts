/**
 * Imported text is never interpreted: names of files, projects and speakers, text in images, documents and speech.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { toPng } from '../../../scripts/demo/pictures.ts'
import { openPage, problemsOf } from './harness/browser.ts'
import { brokenPdf, type PickedFile, tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { expectOnlyText, expectWatchWorks, watch } from './harness/only-text.ts'
import { payloads } from './harness/payloads.ts'
import { signIn } from './harness/sign-in.ts'
import { writeTranscript } from './harness/transcripts.ts'
import { ask, makeProject } from './harness/workspace.ts'

/** By default, every eighth payload as a file and project name. Transcripts and documents always contain all. */
const names = payloads.filter((_, place) => Boolean(process.env['INLET_FULL']) || place % 8 === 0)
const script = '<img src=x onerror=ran()>'

const wall: Parameters<typeof toPng>[0] = {
  width: 900,
  height: 1040,
  marks: payloads
    .slice(0, 24)
    .map((line, row) => ({ kind: 'text', x: 30, y: 50 + row * 40, size: 20, text: line })),
}

let project = 0
let failed: string[] = []
let text = ''
let image = ''
let talk = ''

beforeAll(async () => {
  project = await makeProject(`${script} of everything`)
  for (const name of names) await makeProject(name)
  const written: PickedFile = {
    name: `${script} words.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`${payloads.join('\n')}\n`),
  }
  ;[text, image, talk] = await Promise.all([
    importFile(project, written),
    importFile(project, { name: `${script} wall.png`, buffer: await toPng(wall) }),
    importFile(project, tone(`${script} talk.wav`, 4)),
  ])
  await writeTranscript(talk, {
    lines: payloads.length,
    msPerLine: 2000,
    voices: ['A', 'B'],
    sentences: payloads,
  })
  await ask('POST', `/recordings/file/${talk}/speakers`, { labels: [{ speaker: 'A', name: script }] })
  // Names with bidirectional control characters are rejected.
  const given = names.filter((name) => !/\p{Bidi_Control}/u.test(name))
  const broken = given.map((name) => brokenPdf(`${name}.pdf`))
  failed = await Promise.all(broken.map((file) => importFile(project, file, { expected: 'failed' })))
}, 600_000)

/** Scrolls through a list that loads more items. */
async function scrollThrough(page: Page, where: string): Promise<void> {
  for (let step = 0; step < 6; step += 1) {
    await page.mouse.move(900, 500)
    await page.mouse.wheel(0, 4000)
    await page.waitForTimeout(150)
    await expectOnlyText(page, where)
  }
}

async function visit(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(path)
  await page.getByText(shown).first().waitFor()
  await expectOnlyText(page, path)
}

it('renders two hundred payloads in names, images, documents and speech as text on every screen', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  const page = await openPage()
  const elsewhere = await watch(page)
  await signIn(page)

  await visit(page, '/projects', script)
  await scrollThrough(page, 'projects')
  await visit(page, '/imports', script)
  await scrollThrough(page, 'imports')
  await visit(page, `/projects/${project}`, script)
  await scrollThrough(page, 'imports of the project')
  await visit(page, `/imports?open=file/${failed[1]}`, 'Stored')
  await visit(page, `/documents/file/${failed[2]}`, 'This document could not be read.')
  await visit(page, `/projects/${project}/images`, script)

  await page.goto(`/documents/file/${text}?find=script`)
  await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor()
  await page.getByText('<script>').first().waitFor({ state: 'attached' })
  await expectOnlyText(page, 'document')
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByRole('tabpanel').getByText('<svg').first().waitFor()
  await expectOnlyText(page, 'text of the document')

  await visit(page, `/images/${image}`, 'script')
  const read = (await page.locator('main').textContent()) ?? ''
  expect(read, 'the text of the image was recognized').toMatch(/<script>\s*ran\(\)/i)

  await visit(page, `/recordings/file/${talk}`, script)
  await expect.poll(() => page.locator('[data-line]').count()).toBeGreaterThan(5)
  await scrollThrough(page, 'transcript')
  await page.goto(`/recordings/file/${talk}?t=390`)
  await page.locator(`[data-line="195"]`).waitFor()
  await expectOnlyText(page, 'end of the transcript')

  await page.goto('/search?q=script')
  await page.locator('mark').first().waitFor()
  await expectOnlyText(page, 'found')
  await page.goto('/search?q=wall')
  await page.getByRole('region', { name: 'Names' }).waitFor()
  await expectOnlyText(page, 'found names')
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('wall')
  await page.getByRole('option', { name: 'wall.png' }).first().waitFor()
  await expectOnlyText(page, 'palette')

  expect(elsewhere.filter((url) => !isOwnStorage(url))).toEqual([])
  expect(problemsOf(page)).toEqual([])
  await page.goto('/account')
  await expectWatchWorks(page)
}, 300_000)

/** Images, pages and audio come from storage by presigned URLs. */
const isOwnStorage = (url: string) => new URL(url).searchParams.has('X-Amz-Signature')
