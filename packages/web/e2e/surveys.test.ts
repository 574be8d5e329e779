import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage, problemsOf } from './harness/browser.ts'
import { checkScreen } from './harness/check-screen.ts'
import { tone } from './harness/files.ts'
import { signIn } from './harness/sign-in.ts'
import { columns, csv, importSurvey, surveyPart, surveyRows } from './harness/surveys.ts'
import { makeProject } from './harness/workspace.ts'

const rows = surveyRows(420)
const longName = `Umfragerückläuferauswertungsdatei ${'Kundenzufriedenheitserhebung '.repeat(5)}Herbst`.slice(
  0,
  200,
)
const often = 'How often do you use the export?'
const soon = { timeout: 120_000 }

let survey = ''
let broken = ''
let withMedia = ''

beforeAll(async () => {
  const project = await makeProject('Survey screens')
  ;[survey, broken, withMedia] = await Promise.all([
    importSurvey(project, { name: 'Export experience', parts: [surveyPart(rows)], columns }),
    importSurvey(project, {
      name: longName,
      parts: [surveyPart(rows.slice(0, 40)), csv([['Something else'], ['entirely']])],
      columns,
      until: 'failed',
    }),
    importSurvey(project, {
      name: 'Answers by voice',
      parts: [surveyPart(rows.slice(0, 12))],
      columns,
      media: [tone('person1@example.test.wav', 1), tone('nobody@example.test.wav', 1)],
    }),
  ])
}, 300_000)

async function open(path: string): Promise<Page> {
  const page = await openPage()
  await signIn(page)
  await page.goto(path)
  return page
}

const card = (page: Page, name: string) => page.getByRole('region', { name })
const bar = (page: Page, question: string, answer: string) =>
  card(page, question).getByRole('button', { name: new RegExp(`^${answer}`) })
const filters = (page: Page) => new URL(page.url()).searchParams.getAll('f')

describe('survey charts', () => {
  it('charts every question type with its base', async () => {
    const page = await open(`/surveys/${survey}`)
    const answered = rows.filter((row) => row[3] !== '').length
    const daily = rows.filter((row) => row[3] === 'Every day').length
    await card(page, often).getByText(`Single choice · ${answered} of 420 answered`).waitFor()
    expect(await bar(page, often, 'Every day').textContent()).toContain(String(daily))
    await card(page, 'Which tools').getByText('total can exceed 100 %').waitFor()
    const scores = rows.flatMap((row) => (row[5] === '' ? [] : [Number(row[5])]))
    const promoters = scores.filter((score) => score >= 9).length
    const detractors = scores.filter((score) => score <= 6).length
    const score = Math.round(((promoters - detractors) / scores.length) * 100)
    const nps = card(page, 'How likely')
    await nps.getByText(score < 0 ? `−${-score}` : String(score), { exact: true }).waitFor()
    expect(await bar(page, 'How likely', 'Promoters').textContent()).toContain(String(promoters))
    const best = card(page, 'Rank what matters').getByRole('button').first()
    expect(await best.textContent()).toMatch(/^Mean rank 1\.\d/)
    await page.getByText('Click an answer to filter.').waitFor()
    await checkScreen(page, 'survey-overview')
  })

  it('filters all charts by a bar, keeps the filter in the URL and works by keyboard', async () => {
    const page = await open(`/surveys/${survey}`)
    await bar(page, often, 'Weekly').click()
    const weekly = rows.filter((row) => row[3] === 'Weekly').length
    await page.getByRole('status').getByText(`${weekly} of 420`).waitFor()
    expect(filters(page)).toHaveLength(1)
    await page.getByRole('link', { name: `Responses ${weekly}`, exact: true }).waitFor()
    expect(await bar(page, often, 'Weekly').getAttribute('aria-pressed')).toBe('true')
    await bar(page, often, 'Every day').click({ modifiers: ['Shift'] })
    const either = rows.filter((row) => row[3] === 'Weekly' || row[3] === 'Every day')
    await page.getByRole('status').getByText(`${either.length} of 420`).waitFor()
    const both = either.filter((row) => row[5] !== '' && Number(row[5]) <= 6).length
    await bar(page, 'How likely', 'Detractors').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`${both} of 420`).waitFor()
    await card(page, 'How likely').getByRole('button', { name: 'Show distribution' }).click()
    await card(page, 'Which tools').getByRole('button', { name: 'Table' }).click()
    await card(page, 'Which tools').getByRole('columnheader', { name: 'Count of all' }).waitFor()
    await checkScreen(page, 'survey-filtered')
    const address = page.url()
    await page.keyboard.press('Escape')
    await page.getByRole('status').getByText(`${either.length} of 420`).waitFor()
    await page.getByRole('button', { name: `Remove filter ${often} Weekly` }).click()
    expect(filters(page)).toHaveLength(1)
    await page.goBack()
    await page.goBack()
    await page.waitForURL(address)
    await page.getByRole('status').getByText(`${both} of 420`).waitFor()
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    expect(filters(page)).toEqual([])
  })

  it('searches open answers', async () => {
    const page = await open(`/surveys/${survey}`)
    const wishes = card(page, 'What is the one thing')
    await wishes.scrollIntoViewIfNeeded()
    await wishes.getByLabel('Search answers').fill('schedule')
    await wishes.locator('mark').first().waitFor()
    expect((await wishes.locator('mark').first().textContent())?.toLowerCase()).toBe('schedule')
  })

  it('exports a chart as CSV, SVG and PNG', async () => {
    const page = await open(`/surveys/${survey}`)
    const save = async (format: string): Promise<Buffer> => {
      const saving = page.waitForEvent('download')
      await card(page, often)
        .getByRole('button', { name: `Export ${often} as ${format}` })
        .press('Enter')
      const saved = await saving
      expect(saved.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`))
      return readFile(await saved.path())
    }
    expect((await save('CSV')).toString()).toContain('Every day')
    expect((await save('SVG')).toString()).toContain('>Every day</text>')
    const png = await save('PNG')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    // Drawn, not blank: 1600 pixels wide, and more than a white rectangle needs.
    expect(png.readUInt32BE(16)).toBe(1600)
    expect(png.length).toBeGreaterThan(20_000)
  })
})

describe('survey responses', () => {
  it('opens responses by keyboard and jumps to any row', async () => {
    const page = await open(`/surveys/${survey}/responses`)
    const table = page.getByRole('table', { name: 'Responses' })
    await table.getByRole('cell').first().waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe('421')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('1')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Rank what matters most to you').waitFor()
    await page
      .getByRole('dialog')
      .getByText(/part 1, row \d+ of the file/)
      .waitFor()
    await checkScreen(page, 'survey-response')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel(/^Go to row/).fill('400')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('399')
    await page
      .getByRole('row', { name: /example\.test/ })
      .nth(3)
      .waitFor()
    await checkScreen(page, 'survey-responses')
  })

  it('sorts by a column header, by keyboard, and on a phone', async () => {
    const page = await open(`/surveys/${survey}/responses`)
    const table = page.getByRole('table', { name: 'Responses' })
    const header = table.getByRole('columnheader', { name: /^How likely/ })
    await table.getByRole('cell').first().waitFor()
    const index = await header.evaluate((one) => [...(one.parentElement?.children ?? [])].indexOf(one))
    const shown = () =>
      table
        .getByRole('row')
        .nth(1)
        .getByRole('cell')
        .nth(index - 1)
        .textContent()
    const scores = rows.flatMap((row) => (row[5] === '' ? [] : [Number(row[5])]))
    const sortBy = (direction: string) => expect.poll(() => header.getAttribute('aria-sort')).toBe(direction)
    await header.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await sortBy('ascending')
    await expect.poll(shown).toBe(String(Math.min(...scores)))
    await page.keyboard.press('Enter')
    await sortBy('descending')
    await expect.poll(shown).toBe(String(Math.max(...scores)))
    expect(new URL(page.url()).searchParams.get('sort')).toMatch(/^"?-5"?$/)
    await checkScreen(page, 'survey-responses-sorted')
    await page.reload()
    await sortBy('descending')
    await page.setViewportSize({ width: 390, height: 844 })
    const select = page.getByLabel('Sort by')
    await select.selectOption({ label: 'Oldest first' })
    await page.waitForURL(/sort=time/)
    await select.selectOption('')
    await expect.poll(() => new URL(page.url()).searchParams.has('sort')).toBe(false)
  })

  it('remembers columns and row height, and exports the filtered responses', async () => {
    const page = await open(`/surveys/${survey}/responses?f=3:1`)
    await page.getByRole('table').getByRole('cell').first().waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('E-mail').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Compact' }).click()
    await page.reload()
    await page.getByRole('table').getByRole('cell').first().waitFor()
    expect(await page.getByRole('columnheader', { name: 'E-mail' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Compact' }).getAttribute('aria-pressed')).toBe('true')
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export filtered CSV' }).click()
    const stream = await (await saving).createReadStream()
    let text = ''
    for await (const piece of stream) text += String(piece)
    const first = rows.find((row) => row[3] !== '')?.[3]
    const fitting = rows.filter((row) => row[3] === first).length
    expect(text.match(/@example\.test/g)).toHaveLength(fitting)
    const savingWorkbook = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export filtered XLSX' }).click()
    expect((await savingWorkbook).suggestedFilename()).toMatch(/\.xlsx$/)
    await page.goto(`/surveys/${survey}/responses?words=zzzqqq`)
    await page.getByText('No responses match the filters.').waitFor()
    await checkScreen(page, 'survey-responses-none')
  })
})

describe('survey people', () => {
  it('lists respondents and shows the answers and media of one', async () => {
    const page = await open(`/surveys/${withMedia}/people`)
    await page.getByText('12 of 12 shown').waitFor()
    await checkScreen(page, 'survey-people')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('person1@example.test', { exact: false }).first().waitFor()
    await page.getByText('person1@example.test.wav').waitFor()
    await checkScreen(page, 'survey-person')
    await page.goto(`/surveys/${withMedia}/people/999999`)
    await page.getByText('This person cannot be shown.').waitFor()
  })
})

describe('survey media', () => {
  it('shows the status of media files and uploads one again', async () => {
    const page = await open(`/surveys/${withMedia}/media`)
    const lost = page.getByRole('listitem').filter({ hasText: 'nobody@example.test.wav' })
    await lost.getByText('Unmatched', { exact: true }).waitFor(soon)
    await page.getByRole('link', { name: 'person1@example.test.wav' }).waitFor(soon)
    await checkScreen(page, 'survey-media')
    const chooser = page.waitForEvent('filechooser')
    await lost.getByRole('button', { name: /^Upload again/ }).click()
    const sent = page.waitForResponse((answer) => /\/media\/\d+\/retry$/.test(answer.url()))
    await (await chooser).setFiles([tone('corrected.wav', 1)])
    expect((await sent).status()).toBe(200)
    await page.getByText('corrected.wav').first().waitFor()
    await page.goto(`/surveys/${survey}/media`)
    await page.getByText('No media in this survey.').waitFor()
  })
})

describe('incomplete surveys', () => {
  it('explains a failed part, accepts a corrected one and updates the charts live', async () => {
    const page = await open(`/surveys/${broken}`)
    await page.getByText('Import incomplete').waitFor()
    await page.getByText('Part 2', { exact: true }).waitFor()
    await checkScreen(page, 'survey-failed')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Upload corrected part/ }).click()
    const corrected = surveyPart(rows.slice(40, 70))
    await (await chooser).setFiles([
      { name: 'part-2.csv', mimeType: 'text/csv', buffer: Buffer.from(corrected) },
    ])
    await page.getByText('70 responses').first().waitFor(soon)
    await card(page, often).getByText(/of 70/).waitFor(soon)
    expect(await page.getByText('Import incomplete').count()).toBe(0)
    expect(problemsOf(page)).toEqual([])
  })

  it('shows a not-found page for an unknown survey', async () => {
    const page = await open(`/surveys/${crypto.randomUUID()}`)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  })
})
