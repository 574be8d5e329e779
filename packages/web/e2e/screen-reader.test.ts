/** What a screen reader is told about uploads, transcripts and charts: the accessibility tree, as the browser builds it. */
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './harness/browser.ts'
import { pdf, tone } from './harness/files.ts'
import { importFile } from './harness/import-files.ts'
import { openNewProject, signIn } from './harness/sign-in.ts'
import { csv, importSurvey } from './harness/surveys.ts'
import { writeTranscript } from './harness/transcripts.ts'
import { pickFiles, trayOf } from './harness/uploads.ts'
import { makeProject } from './harness/workspace.ts'

let talk = ''
let survey = ''

beforeAll(async () => {
  const project = await makeProject('Heard')
  talk = await importFile(project, tone('Interview.wav', 4))
  await writeTranscript(talk, { lines: 3, msPerLine: 1000, voices: ['A', 'B'] })
  survey = await importSurvey(project, {
    name: 'Heard answers',
    parts: [csv([['Plan'], ['Pro'], ['Free'], ['Pro'], ['Pro']])],
    columns: { Plan: 'Single choice' },
  })
}, 240_000)

const treeOf = async (locator: Locator) => {
  await locator.waitFor()
  const tree = await locator.ariaSnapshot()
  return `\n${tree.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'KEY')}\n`
}

describe('a screen reader', () => {
  it('reads names, states and actions of uploads, failures first', async () => {
    const page = await openPage()
    await signIn(page)
    await openNewProject(page, 'Heard uploads')
    await pickFiles(page, [pdf('Protocol.pdf'), { ...pdf('empty.pdf'), buffer: Buffer.alloc(0) }])
    await trayOf(page).getByText('1 uploaded').waitFor({ timeout: 120_000 })
    await trayOf(page).getByText('Ready', { exact: true }).waitFor({ timeout: 120_000 })
    expect(await treeOf(trayOf(page))).toMatchInlineSnapshot(`
      "
      - region "Uploads":
        - heading "1 uploaded · 1 failed" [level=2]
        - button "Minimize"
        - list:
          - listitem:
            - text: empty.pdf
            - button "Remove empty.pdf from list"
            - text: The file is empty. Check the file, then add it again.
          - listitem:
            - link "Protocol.pdf":
              - /url: /documents/file/KEY
            - button "Remove Protocol.pdf from list"
            - text: Ready
      "
    `)
  })

  it('reads lines with time, speaker and text, and what can be done with each', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(`/recordings/file/${talk}`)
    await page.getByText('And what did you do').waitFor()
    expect(await treeOf(page.getByRole('region', { name: 'Transcript' }))).toMatchInlineSnapshot(`
      "
      - region "Transcript":
        - list:
          - listitem:
            - text: Speaker 1
            - button "Play from 0:00": 0:00
            - paragraph: Tell me about the last time you tried to export a report.
            - button "Edit line at 0:00": Edit
            - button "Name speaker at 0:00": Name
          - listitem:
            - text: Speaker 2
            - button "Play from 0:01": 0:01
            - paragraph: I tried it on Monday and it took so long that I went for a coffee.
            - button "Edit line at 0:01": Edit
            - button "Name speaker at 0:01": Name
          - listitem:
            - text: Speaker 1
            - button "Play from 0:02": 0:02
            - paragraph: And what did you do when you came back?
            - button "Edit line at 0:02": Edit
            - button "Name speaker at 0:02": Name
      "
    `)
  })

  it('reads answers with share and count, and whether they filter', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(`/surveys/${survey}`)
    const card = page.getByRole('region', { name: 'Plan' })
    await card.getByRole('button', { name: /^Pro/ }).click()
    await page.getByRole('status').getByText('3 of 4').waitFor()
    expect(await treeOf(card)).toMatchInlineSnapshot(`
      "
      - region "Plan":
        - heading "Plan" [level=2]
        - paragraph: Single choice · 4 of 4 answered
        - list "Plan":
          - listitem:
            - button "Pro 75 % 3" [pressed]
          - listitem:
            - button "Free 25 % 1"
        - group "Show as":
          - text: Show as
          - button "Chart" [pressed]
          - button "Table"
        - group "Order":
          - text: Order
          - button "Survey order" [pressed]
          - button "By count"
        - button "Export Plan as CSV": CSV
        - button "Export Plan as SVG": SVG
        - button "Export Plan as PNG": PNG
      "
    `)
  })
})
