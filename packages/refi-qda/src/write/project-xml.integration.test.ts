/** Generated projects are valid by the schema and break no rule of an importer. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeFolder, pack } from '../../test/archive.ts'
import { filesOf, makeExample, variants } from '../../test/example.ts'
import { checkQdpx } from '../check/check-qdpx.ts'
import { deriveGuid } from '../guid.ts'
import { openQdpx } from '../read/open-qdpx.ts'
import { plainText } from '../text.ts'
import { type QdeSource, writeProjectXml } from './project-xml.ts'
import { transcriptText } from './transcript-text.ts'

const runs = process.env['INLET_FULL'] === '1' ? 50 : 5
const user = fc.string({
  unit: fc.constantFrom('a', ' ', '"', '<', '&', '😀', '\u0301', '\n', '\u0000', '\u2028', '🇩'),
  maxLength: 12,
})

const projects = fc.record({
  name: user,
  labels: fc.array(user, { maxLength: 4 }),
  answers: fc.array(fc.record({ text: user, score: fc.integer(), isGood: fc.boolean() }), { maxLength: 5 }),
  turns: fc.array(fc.record({ speaker: fc.option(user), text: user, gapMs: fc.nat(9000) }), { maxLength: 8 }),
})

type Generated = typeof projects extends fc.Arbitrary<infer T> ? T : never

async function write({ name, labels, answers, turns }: Generated): Promise<[string, string][]> {
  const files: [string, string][] = []
  const at = new Date('2026-05-01T00:00:00Z')
  const head = (guid: string, title: string) => ({ guid, name: title, createdAt: at, description: null })
  const addText = (guid: string, text: string) => {
    files.push([`sources/${guid}.txt`, plainText(text)])
    return `internal://${guid}.txt`
  }
  const sources: QdeSource[] = answers.map(({ text }, i) => {
    const guid = deriveGuid(`answer ${i}`)
    return {
      ...head(guid, `Answer ${i}`),
      kind: 'text',
      textPath: addText(deriveGuid(`text ${i}`), text),
      richTextPath: null,
    }
  })
  let startMs = 0
  const said = transcriptText(
    turns.map(({ speaker, text, gapMs }) => {
      startMs += gapMs
      return { startMs, endMs: startMs + 10, speaker, text }
    }),
    startMs,
  )
  const video = deriveGuid('video')
  files.push([`sources/${video}.mp4`, 'mp4'])
  const transcript = { guid: deriveGuid('transcript'), points: said.points }
  sources.push({
    ...head(video, 'Session.mp4'),
    kind: 'video',
    path: `internal://${video}.mp4`,
    transcript: said.text === '' ? null : { ...transcript, textPath: addText(transcript.guid, said.text) },
  })
  const variables = (['Text', 'Integer', 'Boolean'] as const).map((type) => ({
    guid: deriveGuid(type),
    name: type,
    type,
    description: null,
  }))
  const xml = writeProjectXml(
    {
      name: `P ${name}`,
      origin: 'Inlet test',
      userName: 'Inlet',
      createdAt: at,
      modifiedAt: at,
      description: name,
    },
    {
      codes: labels.map((label, i) => ({
        guid: deriveGuid(`label ${i}`),
        name: label,
        color: i % 2 ? '#aabbcc' : null,
        description: label || null,
        isCodable: true,
        codes: [],
      })),
      variables,
      cases: answers.map(({ text, score, isGood }, i) => ({
        guid: deriveGuid(`case ${i}`),
        name: `Respondent ${i}`,
        values: variables.map(({ guid, type }) => ({
          variable: guid,
          type,
          value: { Text: text, Integer: score, Boolean: isGood }[type],
        })),
        sources: [deriveGuid(`answer ${i}`)],
      })),
      sources,
      sets:
        answers.length > 0
          ? [{ guid: deriveGuid('set'), name: 'Survey', sources: sources.map(({ guid }) => guid) }]
          : [],
    },
  )
  return [['project.qde', (await Array.fromAsync(xml)).join('')], ...files]
}

it(`writes ${runs} generated projects that pass schema and checker and are read again`, async () => {
  await makeFolder()
  await fc.assert(
    fc.asyncProperty(projects, async (generated) => {
      const path = await pack(await write(generated))
      expect(await checkQdpx(path)).toEqual([])
      const { project, readText, close } = await openQdpx(path)
      expect(project.cases).toHaveLength(generated.answers.length)
      for (const [i, { text }] of generated.answers.entries()) {
        const source = project.sources.find(({ name }) => name === `Answer ${i}`)
        expect(source?.text && (await readText(source.text))).toBe(plainText(text))
      }
      close()
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

it.each([undefined, ...variants])('the variant %s of the example is valid by the schema', async (variant) => {
  const problems = await checkQdpx(await pack(filesOf(makeExample(variant))))
  expect(problems.filter(({ rule }) => rule === 'schema')).toEqual([])
})
