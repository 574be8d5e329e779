import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pack } from '../../test/archive.ts'
import { filesOf, makeExample, speech, texts, variants } from '../../test/example.ts'
import { defaultLimits, type QdpxLimits, QdpxRefused } from '../limits.ts'
import { type OpenQdpx, openQdpx } from './open-qdpx.ts'

const atlas = join(import.meta.dirname, '../../test/fixtures/atlasti-8.4-no-sources.qdpx')

async function open(path: string, limits?: Partial<QdpxLimits>): Promise<OpenQdpx> {
  const opened = await openQdpx(path, { ...defaultLimits, ...limits })
  onTestFinished(() => opened.close())
  return opened
}

async function refusalOf(path: string, limits?: Partial<QdpxLimits>): Promise<[string, string]> {
  try {
    await open(path, limits)
  } catch (error) {
    if (error instanceof QdpxRefused) return [error.code, error.message]
    throw error
  }
  throw new Error('The archive was not refused.')
}

const quoted = ['hard to find', 'charts', 'Nothing', 'findings']

it.each([undefined, ...variants])(
  'EXP-13 reads the variant %s with every quote at its position',
  async (variant) => {
    const { project, readText } = await open(await pack(filesOf(makeExample(variant))))
    expect(project).toMatchObject({ name: 'Example', description: 'An example of what Inlet exports.' })
    expect(project.sources.map(({ kind, name }) => [kind, name])).toEqual([
      ['text', 'Field notes.txt'],
      ['text', 'Respondent 1: open answers'],
      ['text', 'Respondent 2: open answers'],
      ['pdf', 'Findings.pdf'],
      ['picture', 'Screen.png'],
      ['audio', 'Interview.wav'],
      ['video', 'Session.mp4'],
    ])
    const inText = project.codings.flatMap(({ source, name, target }) =>
      target.kind === 'text' ? [{ source, name, ...target }] : [],
    )
    expect(inText.filter(({ name }) => name !== 'gave up').map(({ name, quote }) => [name, quote])).toEqual(
      quoted.map((quote) => [quote, quote]),
    )
    for (const { source, text: guid, start, end, quote } of inText) {
      const { text, transcripts } = project.sources.find((one) => one.guid === source) ?? {
        text: null,
        transcripts: [],
      }
      const found = [text, ...transcripts].find((one) => one?.guid === guid)
      const content = found ? await readText(found) : null
      expect(
        Array.from(content ?? '')
          .slice(start, end)
          .join(''),
      ).toBe(quote)
    }
    expect(inText.find(({ name }) => name === 'gave up')?.quote).toBe('Speaker 2: I gave up.\n')
    expect(project.unmatched.map(({ kind }) => kind)).toEqual(['note', 'set'])
  },
)

it.each([undefined, ...variants])(
  'reads the transcript of the variant %s with times and speakers',
  async (variant) => {
    const { project } = await open(await pack(filesOf(makeExample(variant))))
    const [transcript] = project.sources.find(({ kind }) => kind === 'audio')?.transcripts ?? []
    const ends = [...speech.slice(1).map(([at]) => at), 8000]
    expect(transcript?.segments).toEqual(
      speech.map(([startMs, speaker, text], i) => ({ startMs, endMs: ends[i], speaker, text })),
    )
  },
)

it('reads codes with their parents, cases with values, and codings of times and areas', async () => {
  const { project, openFile } = await open(await pack(filesOf(makeExample('braces'))))
  const [above, friction, wish] = project.codes
  expect(project.codes).toMatchObject([
    { name: 'Experience', isCodable: false, color: '#3366CC', parent: null },
    { name: 'Friction', isCodable: true, description: 'What gets in the way.', parent: above?.guid },
    { name: 'Wish & <idea>', parent: above?.guid },
  ])
  expect(project.cases).toHaveLength(2)
  const byName = Object.fromEntries(project.variables.map(({ guid, name }) => [guid, name]))
  expect(project.cases[1]?.values.map(({ variable, value }) => [byName[variable], value])).toEqual([
    ['Country', 'España'],
    ['Satisfaction', '2'],
    ['Hours a week', '0.5'],
    ['Would recommend', 'false'],
    ['Answered', '2026-01-15T09:30:00Z'],
  ])
  expect(project.cases[1]?.sources).toEqual([project.sources[2]?.guid])
  expect(
    project.codings.filter(({ target }) => target.kind !== 'text').map(({ code, target }) => [code, target]),
  ).toEqual([
    [friction?.guid, { kind: 'page', page: 0, x1: 72, y1: 740, x2: 330, y2: 716 }],
    [friction?.guid, { kind: 'area', x1: 10, y1: 10, x2: 60, y2: 40 }],
    [friction?.guid, { kind: 'time', startMs: 6400, endMs: 8000 }],
    [wish?.guid, { kind: 'time', startMs: 250, endMs: 1250 }],
  ])
  const picture = project.sources.find(({ kind }) => kind === 'picture')?.file
  expect(picture).toMatchObject({ at: 'archive', extension: 'png', bytes: 3 })
  const body = await openFile(picture?.at === 'archive' ? picture.file : '')
  expect(Buffer.concat(await body.toArray()).toString()).toBe('png')
})

it('EXP-13 refuses an export of ATLAS.ti without its source files, and says so', async () => {
  const [code, message] = await refusalOf(atlas)
  expect(code).toBe('sources_missing')
  expect(message).toMatch(
    /^The archive has no file of its \d+ sources\. Export the project from ATLAS\.ti 8\.4\.0 .* again, with its files\.$/,
  )
})

it('lists files that are missing or elsewhere and never opens them', async () => {
  const example = makeExample()
  const gone = [...example.files.keys()].find((path) => path.endsWith('.wav')) ?? ''
  example.files.delete(gone)
  example.xml = example.xml.replace(/path="internal:\/\/[^"]*\.mp4"/, 'path="absolute:///etc/passwd"')
  const { project } = await open(await pack(filesOf(example)))
  expect(project.sources.find(({ kind }) => kind === 'video')?.file).toEqual({
    at: 'elsewhere',
    path: 'absolute:///etc/passwd',
  })
  expect(project.unmatched).toContainEqual({ kind: 'file_missing', count: 1, examples: ['Interview.wav'] })
  expect(project.unmatched).toContainEqual({ kind: 'file_elsewhere', count: 1, examples: ['Session.mp4'] })
})

it('reports a coding whose quote is elsewhere in the text, and keeps one with a title', async () => {
  const example = makeExample()
  example.xml = example.xml
    .replace(
      /(name="hard to find") startPosition="\d+" endPosition="\d+"/,
      '$1 startPosition="3" endPosition="9"',
    )
    .replace('name="charts"', 'name="A wish of mine"')
  const { project } = await open(await pack(filesOf(example)))
  expect(project.unmatched).toContainEqual({ kind: 'coding_unplaced', count: 1, examples: ['hard to find'] })
  expect(project.codings.find(({ name }) => name === 'A wish of mine')?.target).toMatchObject({
    quote: 'charts',
  })
})

it('takes the name of a recording from its transcript if it has none, and one slash after internal:', async () => {
  const example = makeExample()
  example.xml = example.xml
    .replace('name="Interview.wav" path="internal://', 'name="" path="internal:/')
    .replaceAll('creationDateTime', 'creationDateTime')
  const { project } = await open(await pack(filesOf(example)))
  expect(project.sources.find(({ kind }) => kind === 'audio')).toMatchObject({
    name: 'Interview.wav transcript',
    file: { at: 'archive' },
  })
})

const project = (inner: string) =>
  `<?xml version="1.0"?>\n<Project xmlns="urn:QDA-XML:project:1.0" name="x">${inner}</Project>`

it.each<[string, string, string]>([
  [
    'an external entity',
    `<!DOCTYPE Project [<!ENTITY x SYSTEM "file:///etc/passwd">]>${project('<Description>&x;</Description>')}`,
    'invalid_xml',
  ],
  [
    'entities that grow',
    `<!DOCTYPE Project [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${project('<Description>&b;</Description>')}`,
    'invalid_xml',
  ],
  ['an undeclared entity', project('<Description>&x;</Description>'), 'invalid_xml'],
  ['an open element', '<Project xmlns="urn:QDA-XML:project:1.0" name="x"><Sources>', 'invalid_xml'],
  ['no XML', 'hello', 'invalid_xml'],
  ['nothing', '', 'invalid_xml'],
  ['deep nesting', project(`<CodeBook><Codes>${'<Code>'.repeat(5000)}`), 'invalid_xml'],
  [
    'an element of many attributes',
    `<Project xmlns="urn:QDA-XML:project:1.0" name="x" ${Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
    'invalid_xml',
  ],
  ['another root', '<CodeBook xmlns="urn:QDA-XML:codebook:1.0"/>', 'not_refi_qda'],
  ['another namespace', '<Project xmlns="http://example.org" name="x"/>', 'not_refi_qda'],
])('refuses a project with %s', async (_, xml, code) => {
  expect(
    (
      await refusalOf(
        await pack([['project.qde', xml.replace(/(<\?xml[^>]*>)?\n?(<!DOCTYPE.*?\]>)<\?xml[^>]*>/s, '$2')]]),
      )
    )[0],
  ).toBe(code)
})

it('refuses archives with too much, and what is no archive', async () => {
  const example = filesOf(makeExample())
  expect((await refusalOf(await pack([]))).at(0)).toBe('no_project')
  expect(await refusalOf(await pack([...example, ['Other.qde', 'x']]))).toEqual([
    'several_projects',
    'The archive has several projects: project.qde, Other.qde.',
  ])
  const bomb: [string, Buffer] = ['sources/bomb.txt', Buffer.alloc(20_000_000)]
  expect(await refusalOf(await pack([...example, bomb]))).toEqual([
    'too_large',
    'sources/bomb.txt grows more than 200 times when it is unpacked.',
  ])
  for (const limits of [
    { entries: 3 },
    { allBytes: 100 },
    { directoryBytes: 100 },
    { projectBytes: 100 },
    { textBytes: 10 },
    { allTextBytes: 50 },
    { fileBytes: 100 },
  ])
    expect((await refusalOf(await pack(example), limits))[0]).toBe('too_large')
  expect((await refusalOf(await pack(example), { elements: 10 }))[0]).toBe('invalid_xml')
  expect((await refusalOf(import.meta.filename))[0]).toBe('not_a_zip')
})

it('reads a selection with very many codings', async () => {
  const example = makeExample()
  const [coding = ''] = /<Coding .*?<\/Coding>/.exec(example.xml) ?? []
  example.xml = example.xml.replace(coding, coding.repeat(150_000))
  const { project: read } = await open(await pack(filesOf(example)), { ratio: 1_000_000 })
  expect(read.codings.length).toBeGreaterThan(150_000)
})

it('reads very many lists of codes in linear time', async () => {
  const example = makeExample()
  example.xml = example.xml.replace('</Codes>', `</Codes>${'<Codes><Code/></Codes>'.repeat(150_000)}`)
  const path = await pack(filesOf(example))
  const before = process.cpuUsage()
  const { project: read } = await open(path, { ratio: 1_000_000 })
  const { user, system } = process.cpuUsage(before)
  expect(read.codes.length).toBeGreaterThan(150_000)
  expect((user + system) / 1e6).toBeLessThan(20)
})

it('reads elements with a prefix in the namespace of the standard', async () => {
  const example = makeExample()
  example.xml = example.xml.replace('xmlns=', 'xmlns:q=').replace(/<(\/?)(?=[A-Z])/g, '<$1q:')
  const { project: read } = await open(await pack(filesOf(example)))
  expect(read).toMatchObject({ name: 'Example', sources: { length: 7 } })
})

it('refuses two files that differ only in case', async () => {
  const extra = ['a.txt', 'A.txt'].map((name): [string, string] => [`sources/${name}`, 'x'])
  expect((await refusalOf(await pack([...filesOf(makeExample()), ...extra])))[0]).toBe('unsafe_path')
})

it('ignores files that the project does not name, also those of other folders', async () => {
  const extra: [string, string][] = [
    ['sources/.root', ''],
    ['sources/deep/x.txt', 'x'],
    ['readme.txt', 'x'],
  ]
  const { project: read } = await open(await pack([...filesOf(makeExample()), ...extra]))
  expect(read.sources).toHaveLength(7)
  expect(texts.notes).toContain('😀')
})

/** An archive in which some bytes were exchanged, as no writer would make it. */
async function patched(files: [string, string | Buffer][], from: string, to: string): Promise<string> {
  const path = await pack(files)
  const bytes = await readFile(path)
  await writeFile(path, Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1'))
  return path
}

it.each([
  ['../../x.txt', 'sources/aa'],
  ['/etc/passwd', '/etc/passwd'.replace('/', 'z')],
  ['..\\x.txt', 'aa/x.txt'],
])('refuses an archive with the path %s', async (name, packedAs) => {
  const filler = packedAs.padEnd(name.length, 'a').slice(0, name.length)
  const path = await patched([...filesOf(makeExample()), [filler, 'x']], filler, name)
  expect((await refusalOf(path))[0]).toBe('unsafe_path')
})

it('refuses entries that are longer than they declare', async () => {
  const path = await pack([['project.qde', `<!-- ${'x'.repeat(5000)} -->`]])
  const bytes = await readFile(path)
  const directory = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002'))
  bytes.writeUInt32LE(100, directory + 24)
  await writeFile(path, bytes)
  expect((await refusalOf(path))[0]).toBe('not_a_zip')
})

it('refuses encrypted entries', async () => {
  const path = await pack([['project.qde', '<Project/>']])
  const bytes = await readFile(path)
  const directory = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002'))
  bytes.writeUInt16LE(bytes.readUInt16LE(directory + 8) | 1, directory + 8)
  await writeFile(path, bytes)
  expect((await refusalOf(path))[0]).toBe('encrypted')
})
