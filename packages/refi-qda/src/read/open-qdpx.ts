/**
 * Opens a REFI-QDA archive of any program. Hostile archives are refused before they cost memory or time: entities, deep nesting,
 * compression bombs and paths that lead elsewhere. Nothing is written to the disk.
 */
import type { Readable } from 'node:stream'
import { defaultLimits, type QdpxLimits, QdpxRefused } from '../limits.ts'
import { type Archive, openArchive } from './archive.ts'
import { createXmlDecoder, decodeText } from './decode.ts'
import { caseIn, codesIn, variableIn } from './parse-elements.ts'
import { type ParsedSource, parseSource, type TextWithSelections } from './parse-source.ts'
import {
  chooseCounting,
  countings,
  normalizeText,
  placeSelections,
  scoreCountings,
} from './place-selections.ts'
import type { ReadProject, ReadText, Unmatched } from './project.ts'
import { splitTranscript } from './split-transcript.ts'
import { createUnmatched, type UnmatchedList } from './unmatched.ts'
import { createXmlReader, type XmlNode } from './xml-tree.ts'

export interface OpenQdpx {
  project: ReadProject
  /** With line feeds only and without a byte order mark, as the positions of codings count; null if it has none. */
  readText: (text: ReadText) => Promise<string | null>
  /** The bytes of a file that is in the archive. */
  openFile: (file: string) => Promise<Readable>
  close: () => void
}

/** Throws `QdpxRefused` if the archive cannot be read. Call `close` when it is no longer needed. */
export async function openQdpx(path: string, limits: QdpxLimits = defaultLimits): Promise<OpenQdpx> {
  const archive = await openArchive(path, limits)
  try {
    const unmatched = createUnmatched()
    const { project, parsed } = await readProject(archive, limits, unmatched)
    requireContent(project)
    await placeCodings(archive, limits, { project, parsed, unmatched })
    checkReferences(project, unmatched)
    project.unmatched = unmatched.list()
    return {
      project,
      readText: async (text) => {
        const raw = await readRaw(archive, limits, text)
        return raw === null ? null : normalizeText(raw)
      },
      async openFile(file) {
        const entry = archive.sources.get(file)
        if (!entry) throw new QdpxRefused('sources_missing', `The archive has no ${file}.`)
        return archive.open(entry)
      },
      close: archive.close,
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

interface Parsed {
  project: ReadProject
  parsed: ParsedSource[]
}

const namespace = /^urn:QDA-XML:project:/

async function readProject(archive: Archive, limits: QdpxLimits, unmatched: UnmatchedList): Promise<Parsed> {
  const { projectBytes } = limits
  const { fileName, uncompressedSize } = archive.project
  if (uncompressedSize > projectBytes)
    throw new QdpxRefused(
      'too_large',
      `${fileName} has more than the ${projectBytes} bytes that are allowed.`,
    )
  const project = emptyProject()
  const parsed: ParsedSource[] = []
  const xml = createXmlReader(
    {
      onRoot({ name, attributes }, uri) {
        if (name !== 'Project' || !namespace.test(uri))
          throw new QdpxRefused(
            'not_refi_qda',
            `${fileName} is not a REFI-QDA project: its root element is ${name} in the namespace "${uri}".`,
          )
        project.name = attributes['name'] ?? ''
        project.origin = attributes['origin'] ?? null
      },
      onTree({ path: [, section], node }) {
        if (section === undefined) {
          if (node.name === 'Description') project.description = node.text.trim() || null
          return
        }
        const source = section === 'Sources' ? parseSource(node, archive, unmatched) : undefined
        if (source) parsed.push(source)
        else addElement(project, section, node, unmatched)
      },
    },
    limits,
  )
  const decoder = createXmlDecoder()
  const stream = await archive.open(archive.project)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) xml.write(decoder.write(chunk))
    xml.write(decoder.end())
    xml.end()
  } catch (error) {
    stream.destroy()
    if (error instanceof QdpxRefused) throw error
    throw new QdpxRefused('not_a_zip', `${fileName} is damaged.`, { cause: error })
  }
  project.sources = parsed.map(({ source }) => source)
  project.codings = parsed.flatMap(({ codings }) => codings)
  return { project, parsed }
}

const emptyProject = (): ReadProject => ({
  name: '',
  origin: null,
  description: null,
  codes: [],
  variables: [],
  cases: [],
  sources: [],
  codings: [],
  unmatched: [],
})

const withoutCounterpart: Readonly<Record<string, Unmatched['kind']>> = {
  Notes: 'note',
  Links: 'link',
  Sets: 'set',
  Graphs: 'graph',
}

function addElement(project: ReadProject, section: string, node: XmlNode, unmatched: UnmatchedList): void {
  if (section === 'CodeBook') {
    for (const code of node.children) for (const one of codesIn(code, null)) project.codes.push(one)
  } else if (section === 'Variables') project.variables.push(variableIn(node))
  else if (section === 'Cases') project.cases.push(caseIn(node))
  else if (section !== 'Users')
    unmatched.add(withoutCounterpart[section] ?? 'unknown_element', node.attributes['name'] ?? node.name)
}

/** A project whose files are all elsewhere has nothing to import. */
function requireContent({ sources, origin }: ReadProject): void {
  const hasContent = sources.some(
    ({ file, text, transcripts }) =>
      file?.at === 'archive' || [text, ...transcripts].some((one) => one && one.content !== null),
  )
  if (hasContent || sources.length === 0) return
  throw new QdpxRefused(
    'sources_missing',
    `The archive has no file of its ${sources.length} sources. Export the project ${origin ? `from ${origin.slice(0, 100)} ` : ''}again, with its files.`,
  )
}

async function readRaw(archive: Archive, limits: QdpxLimits, { content }: ReadText): Promise<string | null> {
  if (content === null) return null
  if (content.from === 'project') return content.text
  const entry = archive.sources.get(content.file)
  return entry ? decodeText(await archive.read(entry, limits.textBytes)) : null
}

/** Each text is read twice: first all quotes together show how the program counts, then selections are placed. */
async function placeCodings(
  archive: Archive,
  limits: QdpxLimits,
  { project, parsed, unmatched }: Parsed & { unmatched: UnmatchedList },
): Promise<void> {
  const texts = parsed.flatMap((one) => one.texts)
  const total = countings.map(() => 0)
  const scores = new Map<TextWithSelections, number[]>()
  let bytes = 0
  for (const one of texts) {
    const raw = await readRaw(archive, limits, one.text)
    bytes += raw?.length ?? 0
    if (bytes > limits.allTextBytes)
      throw new QdpxRefused(
        'too_large',
        `The texts have more than the ${limits.allTextBytes} bytes that are allowed.`,
      )
    const score = scoreCountings(raw ?? '', one.selections)
    scores.set(one, score)
    for (const [i, n] of score.entries()) total[i] = (total[i] ?? 0) + n
  }
  for (const one of texts) {
    const raw = await readRaw(archive, limits, one.text)
    const counting = chooseCounting(scores.get(one) ?? [], total)
    placeInText(project, one, { raw: raw ?? '', counting, unmatched })
  }
}

function placeInText(
  project: ReadProject,
  { text, selections, passages, transcript }: TextWithSelections,
  {
    raw,
    counting,
    unmatched,
  }: { raw: string; counting: (typeof countings)[number]; unmatched: UnmatchedList },
): void {
  const { placed } = placeSelections(raw, selections, counting)
  for (const { coding, selection } of passages) {
    const found = placed.get(selection)
    if (!found) unmatched.add('coding_unplaced', coding.name)
    project.codings.push({
      ...coding,
      target: found ? { kind: 'text', text: text.guid, ...found } : { kind: 'unplaced', text: text.guid },
    })
  }
  if (!transcript) return
  const points = transcript.points.map(({ guid, position }) => ({
    guid,
    name: '',
    start: position,
    end: position,
  }))
  const places = placeSelections(raw, points, counting).placed
  transcript.points = transcript.points.flatMap((point) => {
    const place = places.get(point.guid)
    return place ? [{ ...point, position: place.start }] : []
  })
  transcript.segments = splitTranscript(raw, transcript.points)
}

/** References to what is not in the project are dropped. */
function checkReferences(project: ReadProject, unmatched: UnmatchedList): void {
  const codes = new Set(project.codes.map(({ guid }) => guid))
  const sources = new Set(project.sources.map(({ guid }) => guid))
  const variables = new Set(project.variables.map(({ guid }) => guid))
  const keep = (known: ReadonlySet<string>, guid: string) => {
    if (!known.has(guid)) unmatched.add('unknown_reference', guid)
    return known.has(guid)
  }
  project.codings = project.codings.filter(({ code }) => keep(codes, code))
  for (const one of project.cases) {
    one.sources = one.sources.filter((guid) => keep(sources, guid))
    one.codes = one.codes.filter((guid) => keep(codes, guid))
    one.values = one.values.filter(({ variable }) => keep(variables, variable))
  }
  for (const one of project.sources)
    one.values = one.values.filter(({ variable }) => keep(variables, variable))
}
