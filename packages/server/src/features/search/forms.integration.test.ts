/** Searches for other forms of a word, and for words of which not all occur. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchHit } from '@inlet/contract/workspace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertReadFile, makeProject, makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { samplesDir } from '../../../test/harness/recordings.ts'

interface Found {
  hits: SearchHit[]
  is_partial: boolean
}

let app: TestApp
let people: Readers
beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
}, 60_000)
afterAll(() => app.close())

async function makeTexts(
  pages: readonly string[],
  languages: readonly string[] = ['en-US'],
): Promise<number> {
  const projectId = await makeProject(people.ada, 2, { supported_languages: languages })
  await insertReadFile(app, { projectId, by: people.ada.user }, { pages })
  return projectId
}

const find = (projectId: number, query: string) =>
  people.ada.visitor.read<Found>(
    `/search?kind=document&limit=10&project_id=${projectId}&q=${encodeURIComponent(query)}`,
  )

const marked = ({ snippet: { text, highlights } }: SearchHit) =>
  highlights.map(({ start, end }) => text.slice(start, end))

describe('a search', () => {
  it.each([
    [
      'en-US',
      'We interviewed nine nurses about their studies.',
      'interviews study',
      ['interviewed', 'studies'],
    ],
    ['de-DE', 'Die Befragungen dauerten lange.', 'Befragung', ['Befragungen']],
    ['fr-FR', 'Les patientes attendaient au guichet.', 'patients attendait', ['patientes', 'attendaient']],
    ['es-ES', 'Las entrevistas fueron largas.', 'entrevista larga', ['entrevistas', 'largas']],
    ['it-IT', 'Le interviste erano lunghe.', 'intervista', ['interviste']],
    ['pt-BR', 'As entrevistas demoraram muito.', 'entrevista', ['entrevistas']],
    ['nl-NL', 'De gesprekken duurden lang.', 'gesprek', ['gesprekken']],
    ['ru-RU', 'Пациенты долго ждали врачей.', 'пациента врача', ['Пациенты', 'врачей']],
  ])('finds and highlights other forms of words in %s', async (language, text, query, words) => {
    const { hits, is_partial } = await find(await makeTexts(['Other', text], [language]), query)
    expect(hits.map(({ page }) => page)).toEqual([2])
    expect(is_partial).toBe(false)
    expect(marked(hits[0] as SearchHit)).toEqual(words)
  })

  it('finds what contains the most words if nothing contains all of them', async () => {
    const pages = ['The parking is full.', 'The fee for parking rose.', 'A hospital', 'Nothing of it']
    const projectId = await makeTexts(pages)
    const some = await find(projectId, 'the fee of parking at a hospital')
    expect([some.hits.map(({ page }) => page), some.is_partial]).toEqual([[2], true])
    expect(marked(some.hits[0] as SearchHit)).toEqual(['fee', 'parking'])
    const one = await find(projectId, 'parking zebra')
    expect([one.hits.map(({ page }) => page), one.is_partial]).toEqual([[1, 2], true])
    expect(await find(projectId, 'the zebra')).toMatchObject({ hits: [], is_partial: false })
  })

  it('takes quoted and excluded words literally', async () => {
    const projectId = await makeTexts(['We interviewed them.', 'An interview'])
    for (const query of ['"interviews"', 'interviews -zebra', 'interviews or zebra'])
      expect((await find(projectId, query)).hits, query).toEqual([])
  })
})

const labelled = join(samplesDir, 'meaning')

it.runIf(existsSync(labelled))(
  'finds passages of which the query shares only some words',
  async () => {
    const read = <T>(name: string) =>
      readFileSync(join(labelled, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as T)
    const passages = read<{ id: string; text: string }>('passages.jsonl')
    const queries = read<{ kind: string; query: string; relevant: string[] }>('queries.jsonl')
    const projectId = await makeTexts(passages.map(({ text }) => text))
    async function countFound(kind: string): Promise<string> {
      const asked = queries.filter((one) => one.kind === kind)
      let found = 0
      for (const { query, relevant } of asked) {
        const { hits } = await find(projectId, query)
        if (hits.some(({ page }) => relevant.includes(passages[(page ?? 0) - 1]?.id ?? ''))) found += 1
      }
      return `${found}/${asked.length}`
    }
    const [mixed, exact] = [await countFound('mixed'), await countFound('exact')]
    process.stdout.write(`search in the first ten: mixed=${mixed} exact=${exact}\n`)
    expect(Number.parseInt(mixed, 10)).toBeGreaterThanOrEqual(8)
    expect(exact).toBe('38/38')
  },
  120_000,
)
