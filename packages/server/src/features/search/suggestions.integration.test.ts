/** Another spelling for a search without results, of words that the person may read and of no others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecordingFile,
  makeProject,
  makeReaders,
  type Reader,
  type Readers,
} from '../../../test/harness/reading.ts'

let app: TestApp
let people: Readers
let apart: number

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  const by = people.ada.user
  const open = { projectId: people.open, by }
  apart = await makeProject(people.ada, 2, { disable_search_ask_ai: true })
  await insertReadFile(app, open, { pages: ['A giraffe was slow', 'Another giraffe, and the price of it'] })
  await insertRecordingFile(app, open, [{ startMs: 0, text: 'We drank lemonade' }])
  await insertReadFile(app, { projectId: people.closed, by }, { pages: ['Zanzibar is private'] })
  await insertReadInsight(app, open, { pages: ['Quokka in a draft'], isDraft: true })
  await insertReadFile(app, { projectId: apart, by }, { pages: ['A xylophone apart'] })
}, 60_000)
afterAll(() => app.close())

const suggestionFor = async ({ visitor }: Reader, query: string) =>
  (await visitor.read<{ suggestion: string | null }>(`/search?${query}`)).suggestion

describe('a search without results', () => {
  it.each([
    ['girafffe', 'giraffe'],
    ['girraffe', 'giraffe'],
    ['Lemondae', 'lemonade'],
    ['girafffe prcie', 'giraffe price'],
  ])('suggests for "%s" the spelling "%s"', async (query, meant) => {
    expect(await suggestionFor(people.finn, `q=${encodeURIComponent(query)}`)).toBe(meant)
  })

  it('suggests nothing if something was found, for exact words, and for unknown words', async () => {
    for (const query of [
      'giraffe',
      '"girafffe"',
      '-girafffe',
      'elephant',
      'gir',
      '',
      'one two girafffe four five',
    ])
      expect(await suggestionFor(people.finn, `q=${encodeURIComponent(query)}`), query).toBeNull()
  })

  it('never suggests a word of texts that the person cannot open', async () => {
    for (const [query, word] of [
      ['zanzibra', 'zanzibar'],
      ['quoka', 'quokka'],
    ]) {
      expect(await suggestionFor(people.ada, `q=${query}`)).toBe(word)
      for (const person of [people.finn, people.stranger])
        expect(await suggestionFor(person, `q=${query}`), query).toBeNull()
    }
  })

  it('suggests words of an excluded project only inside it', async () => {
    expect(await suggestionFor(people.finn, 'q=xylofone')).toBeNull()
    expect(await suggestionFor(people.finn, `q=xylopone&project_id=${apart}`)).toBe('xylophone')
    expect(await suggestionFor(people.finn, `q=girafffe&project_id=${apart}`)).toBeNull()
  })
})
