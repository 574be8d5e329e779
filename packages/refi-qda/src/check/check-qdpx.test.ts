import { expect, it } from 'vitest'
import { type Example, makeExample } from '../../test/example.ts'
import { checkRules } from './check-qdpx.ts'
import type { PackedFile } from './checked-project.ts'

const packed = (content: string | Buffer): PackedFile => ({
  bytes: Buffer.from(content),
  method: 8,
  isEncrypted: false,
})

/** The example without what an importer would lose: a note of a source, and a rectangle on a page. */
function makeClean(): Example {
  const example = makeExample()
  example.xml = example.xml.replace(/<NoteRef [^>]*\/>/, '').replace(/<PDFSelection .*?<\/PDFSelection>/, '')
  return example
}

function rulesBroken({ projectName, xml, files }: Example, more: [string, PackedFile][] = []): string[] {
  const all = [...files].map(([path, content]): [string, PackedFile] => [path, packed(content)])
  const problems = checkRules(new Map([[projectName, packed(xml)], ...all, ...more]))
  return [...new Set(problems.map(({ rule }) => rule))]
}

it('accepts a project that every importer reads', () => {
  expect(rulesBroken(makeClean())).toEqual([])
})

it.each([
  ['utf16', 'quotes equal the text at their positions'],
  ['crlf', 'line feeds only'],
  ['bom', 'no byte order mark'],
  ['inline', 'texts have no PlainTextContent'],
  ['nodates', 'transcripts and notes have dates'],
  ['noorigin', 'the project has an origin'],
  ['samenote', 'notes have unique names'],
  ['named', 'the project is project.qde at the root'],
  ['upper', 'files are sources/GUID.extension'],
  ['braces', 'GUIDs are upper case without braces'],
] as const)('finds what is awkward in the variant %s', (variant, rule) => {
  expect(rulesBroken(makeExample(variant))).toContain(rule)
})

it.each<[rule: string, from: string | RegExp, to: string]>([
  ['well-formed XML', '</Project>', ''],
  ['namespace', 'urn:QDA-XML:project:1.0', 'urn:QDA-XML:project:2.0'],
  ['no characters that XML forbids', 'name="Example"', 'name="Exam\u0007ple"'],
  ['the project has a name', 'name="Example"', 'name=""'],
  ['no folders of the exporting machine', 'name="Example"', 'name="Example" basePath="/home/ada"'],
  ['times in UTC', 'creationDateTime="2026-01-15T09:30:00Z"', 'creationDateTime="2026-01-15T09:30:00+01:00"'],
  ['cases have names', 'name="Respondent 1">', '>'],
  ['cases have unique names', 'name="Respondent 2">', 'name="respondent 1">'],
  ['sources have unique names', 'name="Screen.png"', 'name="Findings.pdf"'],
  ['variables have unique names', 'name="Satisfaction"', 'name="Country"'],
  ['names are not empty', 'name="Screen.png"', 'name=" "'],
  ['GUIDs are unique', /<VideoSource guid="[^"]*"/, '<VideoSource guid="$USER"'],
  [
    'references lead to an element of the right kind',
    /<CodeRef targetGUID="[^"]*"/,
    '<CodeRef targetGUID="$USER"',
  ],
  [
    'references lead to an element of the right kind',
    /<SourceRef targetGUID="[^"]*"/,
    '<SourceRef targetGUID="00000000-0000-4000-8000-000000000000"',
  ],
  ['paths are internal://name', /path="internal:\/\/([^"]*\.pdf)"/, 'path="absolute:///tmp/$1"'],
  ['files of sources are in the archive', /path="internal:\/\/[^"]*\.pdf"/, 'path="internal://X.pdf"'],
  ['every file belongs to a source', /path="internal:\/\/[^"]*\.pdf"/, 'path="relative:///X.pdf"'],
  ['the type of a file fits its source', /path="internal:\/\/([^"]*)\.png"/, 'path="internal://$1.webp"'],
  [
    'the type of a file fits its source',
    / plainTextPath="internal:\/\/([^"]*)\.txt"/,
    ' richTextPath="internal://$1.pdf" plainTextPath="internal://$1.txt"',
  ],
  ['sources have a path', / path="internal:\/\/[^"]*\.mp4"/, ''],
  ['texts have a plainTextPath', / plainTextPath="[^"]*"/, ''],
  ['recordings have one transcript', /(<Transcript .*?<\/Transcript>)/s, '$1<Transcript/>'],
  ['selections are inside the text', /startPosition="\d+"/, 'startPosition="-1"'],
  ['selections are inside the text', /endPosition="\d+"/, 'endPosition="9999"'],
  ['quotes equal the text at their positions', 'name="charts"', 'name="chart"'],
  ['the first sync point is 0/0', 'timeStamp="0" position="0"', 'timeStamp="5" position="0"'],
  [
    'the last sync point is the end of the text',
    /timeStamp="8000" position="\d+"/,
    'timeStamp="8000" position="100"',
  ],
  ['sync points rise', 'timeStamp="5200"', 'timeStamp="2500"'],
  ['booleans are words', 'isCodable="true"', 'isCodable="1"'],
  ['colors are #RRGGBB', 'color="#3366CC"', 'color="#36C"'],
  ['values have the form of their type', '<FloatValue>2.5<', '<FloatValue>2.5e0<'],
  ['values have the form of their type', '<BooleanValue>true<', '<BooleanValue>1<'],
  ['values have the type of their variable', /<IntegerValue>4<\/IntegerValue>/, '<TextValue>4</TextValue>'],
])('reports: %s (%s)', (rule, from, to) => {
  const example = makeClean()
  const user = /<User guid="([^"]*)"/.exec(example.xml)?.[1] ?? ''
  const changed = example.xml.replace(from, to.replace('$USER', user))
  expect(changed).not.toBe(example.xml)
  expect(rulesBroken({ ...example, xml: changed })).toContain(rule)
})

it('reports notes that QualCoder loses, and passages of a PDF that are rectangles', () => {
  expect(rulesBroken(makeExample())).toEqual([
    'notes of sources have a selection',
    'passages of a PDF are selected in its text',
  ])
})

it('reports files that are encrypted, packed otherwise, or not UTF-8', () => {
  const path = 'sources/00000000-0000-4000-8000-000000000000.txt'
  const more = (file: Partial<PackedFile>): [string, PackedFile][] => [[path, { ...packed('x'), ...file }]]
  expect(rulesBroken(makeClean(), more({ isEncrypted: true }))).toContain('not encrypted')
  expect(rulesBroken(makeClean(), more({ method: 12 }))).toContain('stored or deflated')
  expect(rulesBroken(makeClean(), more({ bytes: Buffer.from([0xff, 0x41]) }))).toContain('UTF-8')
})
