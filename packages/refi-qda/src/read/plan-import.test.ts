import { expect, it } from 'vitest'
import { pack } from '../../test/archive.ts'
import { type Example, filesOf, makeExample, speech, variants } from '../../test/example.ts'
import { openQdpx } from './open-qdpx.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

async function plan(example: Example): Promise<ImportPlan> {
  const { project, close } = await openQdpx(await pack(filesOf(example)))
  close()
  return planImport(project)
}

it.each([undefined, ...variants])('EXP-13 plans records and labels of the variant %s', async (variant) => {
  const { name, records, labels, unmatched } = await plan(makeExample(variant))
  expect(name).toBe('Example')
  expect(records.map(({ fileName, kind, content }) => [fileName, kind, content.from])).toEqual([
    ['Field notes.txt', 'document', 'text'],
    ['Respondent 1: open answers.txt', 'document', 'text'],
    ['Respondent 2: open answers.txt', 'document', 'text'],
    ['Findings.pdf', 'document', 'file'],
    ['Screen.png', 'image', 'file'],
    ['Interview.wav', 'audio', 'file'],
    ['Session.mp4', 'video', 'file'],
  ])
  expect(records[5]?.transcript?.map(({ speaker, text }) => [speaker, text])).toEqual(
    speech.map(([, speaker, text]) => [speaker, text]),
  )
  expect(records[6]?.transcript).toBeNull()
  expect(labels).toEqual([
    {
      name: 'Experience',
      color: '#3366CC',
      labels: [
        { name: 'Friction', color: '#CC3333', description: 'What gets in the way.' },
        { name: 'Wish & <idea>', color: '#33AA55' },
      ],
    },
  ])
  expect(Object.fromEntries(unmatched.map(({ kind, count }) => [kind, count]))).toEqual({
    note: variant === 'samenote' ? 3 : 1,
    set: 1,
    coding: 9,
    case: 2,
    variable: 5,
  })
})

it('names files safely, uniquely and by the extension of their content', async () => {
  const example = makeExample()
  example.xml = example.xml
    .replace('name="Screen.png"', 'name="../../etc/Findings"')
    .replace('name="Session.mp4"', 'name="Interview"')
    .replace('<VideoSource', '<AudioSource')
    .replace('</VideoSource>', '</AudioSource>')
  const { records } = await plan(example)
  expect(records.slice(4).map(({ fileName, kind }) => [fileName, kind])).toEqual([
    ['.. .. etc Findings.png', 'image'],
    ['Interview.wav', 'audio'],
    ['Interview.mp4', 'video'],
  ])
})

it('names 100,000 sources of one name in less than two seconds', async () => {
  const { project, close } = await openQdpx(await pack(filesOf(makeExample())))
  close()
  const sources = project.sources.slice(0, 1)
  const before = process.cpuUsage()
  const { records } = planImport({ ...project, sources: Array(100_000).fill(sources).flat() })
  const { user, system } = process.cpuUsage(before)
  expect(new Set(records.map(({ fileName }) => fileName)).size).toBe(100_000)
  expect(records.at(-1)?.fileName).toBe('Field notes (100000).txt')
  expect((user + system) / 1e6).toBeLessThan(2)
})

it('numbers names around those that look like a numbered one', async () => {
  const { project, close } = await openQdpx(await pack(filesOf(makeExample())))
  close()
  const sources = ['a (2).txt', 'A', 'a', 'a', 'a (2)'].flatMap((name) =>
    project.sources.slice(0, 1).map((source) => ({ ...source, name })),
  )
  expect(planImport({ ...project, sources }).records.map(({ fileName }) => fileName)).toEqual([
    'a (2).txt',
    'A.txt',
    'a (3).txt',
    'a (4).txt',
    'a (2) (2).txt',
  ])
})

it('takes the transcript of a recording whose file is missing, and lists sources without anything', async () => {
  const example = makeExample()
  for (const path of example.files.keys()) if (/\.(wav|mp4)$/.test(path)) example.files.delete(path)
  const { records, unmatched } = await plan(example)
  expect(records.at(-1)).toMatchObject({
    fileName: 'Interview.wav.txt',
    kind: 'document',
    content: { from: 'text' },
  })
  expect(unmatched).toContainEqual({ kind: 'source', count: 1, examples: ['Session.mp4'] })
})

it('follows each code once, however often its GUID is used', async () => {
  const example = makeExample()
  const code = (guid: string, below = '') =>
    `<Code guid="${guid}" name="${guid}" isCodable="true">${below}</Code>`
  const nested = code('A', code('B', code('A', code('B')) + code('A', code('B'))) + code('B', code('A')))
  example.xml = example.xml.replace(/<Codes>.*<\/Codes>/s, `<Codes>${nested}</Codes>`)
  const { labels } = await plan(example)
  expect(JSON.stringify(labels).length).toBeLessThan(1000)
  expect(labels[0]?.name).toBe('A')
})

it('follows codes to a limited depth, however they refer to each other', async () => {
  const example = makeExample()
  const chain = Array.from(
    { length: 20_000 },
    (_, i) => `<Code guid="C${i}" name="${i}"><Code guid="C${i + 1}" name="${i + 1}"/></Code>`,
  )
  example.xml = example.xml.replace(/<Codes>.*<\/Codes>/s, `<Codes>${chain.join('')}</Codes>`)
  const { labels } = await plan(example)
  expect(JSON.stringify(labels[0])).toContain('"name":"99"')
  expect(JSON.stringify(labels[0])).not.toContain('"name":"100"')
})
