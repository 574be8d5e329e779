/** A source element with its texts, transcripts, selections and codings. Texts are not read here. */
import type { Archive } from './archive.ts'
import { childrenNamed, descriptionOf, guidIn, integerIn, referencesIn, valuesIn } from './parse-elements.ts'
import type { RawSelection } from './place-selections.ts'
import type {
  FileReference,
  ReadCoding,
  ReadSource,
  ReadText,
  ReadTranscript,
  SourceKind,
} from './project.ts'
import type { UnmatchedList } from './unmatched.ts'
import type { XmlNode } from './xml-tree.ts'

const kinds: Readonly<Record<string, SourceKind>> = {
  TextSource: 'text',
  PDFSource: 'pdf',
  PictureSource: 'picture',
  AudioSource: 'audio',
  VideoSource: 'video',
}

/** A coding of a passage, whose positions are found once the text has been read. */
interface PassageCoding {
  coding: Omit<ReadCoding, 'target'>
  selection: string
}

/** A text with the selections in it, in the counting of the program that wrote it. */
export interface TextWithSelections {
  text: ReadText
  selections: RawSelection[]
  passages: PassageCoding[]
  transcript: ReadTranscript | null
}

export interface ParsedSource {
  source: ReadSource
  codings: ReadCoding[]
  texts: TextWithSelections[]
}

/** Undefined for an element that is no source. */
export function parseSource(
  node: XmlNode,
  archive: Pick<Archive, 'sources'>,
  unmatched: UnmatchedList,
): ParsedSource | undefined {
  const kind = kinds[node.name]
  if (!kind) return undefined
  const name = nameOf(node)
  const locate = (path: string | undefined) => locateFile(path, archive)
  const source: ReadSource = {
    guid: guidIn(node),
    kind,
    name,
    description: descriptionOf(node),
    createdAt: node.attributes['creationDateTime'] ?? null,
    file: locate(node.attributes[kind === 'text' ? 'richTextPath' : 'path']),
    text: null,
    transcripts: [],
    values: valuesIn(node),
  }
  const texts: TextWithSelections[] = []
  const textNodes = kind === 'text' ? [node] : node.children.filter(({ name: tag }) => isTextTag(tag))
  for (const one of textNodes) {
    const parsed = parseText(one, source, archive)
    source.text ??= parsed.text
    texts.push(parsed)
    reportFile(unmatched, locate(one.attributes['plainTextPath']), name, 'text_missing')
  }
  for (const one of childrenNamed(node, 'Transcript')) {
    const parsed = parseTranscript(one, source, archive)
    if (parsed.transcript) source.transcripts.push(parsed.transcript)
    texts.push(parsed)
    reportFile(unmatched, locate(one.attributes['plainTextPath']), name, 'text_missing')
  }
  reportFile(unmatched, source.file, name, 'file_missing')
  return { source, codings: [...codingsOf(node, source), ...areaCodings(node, source)], texts }
}

const isTextTag = (tag: string): boolean => tag === 'Representation' || tag === 'TextDescription'

/** ATLAS.ti leaves the name of a recording empty and gives it to the transcript. */
const nameOf = (node: XmlNode): string =>
  node.attributes['name']?.trim() || childrenNamed(node, 'Transcript')[0]?.attributes['name']?.trim() || ''

function reportFile(
  unmatched: UnmatchedList,
  file: FileReference | null,
  name: string,
  missing: 'file_missing' | 'text_missing',
): void {
  if (file?.at === 'missing') unmatched.add(missing, name || file.path)
  if (file?.at === 'elsewhere') unmatched.add('file_elsewhere', name || file.path)
}

/** Only names without folders refer to files of the archive. */
function locateFile(path: string | undefined, { sources }: Pick<Archive, 'sources'>): FileReference | null {
  const trimmed = path?.trim() ?? ''
  if (trimmed === '') return null
  const name = /^internal:\/{1,3}([^/\\]+)$/i.exec(trimmed)?.[1]
  if (name === undefined)
    return { at: trimmed.startsWith('internal:') ? 'missing' : 'elsewhere', path: trimmed }
  const file = name.toLowerCase()
  const entry = sources.get(file)
  if (!entry) return { at: 'missing', path: trimmed }
  const dot = file.lastIndexOf('.')
  return { at: 'archive', file, extension: dot < 0 ? '' : file.slice(dot + 1), bytes: entry.uncompressedSize }
}

/** The path wins over inline text; only one of them should be given. */
function contentOf(node: XmlNode, archive: Pick<Archive, 'sources'>): ReadText['content'] {
  const file = locateFile(node.attributes['plainTextPath'], archive)
  if (file?.at === 'archive') return { from: 'file', file: file.file }
  const inline = childrenNamed(node, 'PlainTextContent')[0]
  return inline ? { from: 'project', text: inline.text } : null
}

function parseText(node: XmlNode, source: ReadSource, archive: Pick<Archive, 'sources'>): TextWithSelections {
  const text = { guid: guidIn(node), content: contentOf(node, archive) }
  const selections: RawSelection[] = []
  const passages: PassageCoding[] = []
  for (const one of childrenNamed(node, 'PlainTextSelection')) {
    const guid = guidIn(one)
    const [start, end] = [integerIn(one, 'startPosition') ?? -1, integerIn(one, 'endPosition') ?? -1]
    selections.push({ guid, name: one.attributes['name'] ?? '', start, end })
    for (const coding of codesAt(one, source)) passages.push({ coding, selection: guid })
  }
  return { text, selections, passages, transcript: null }
}

function parseTranscript(
  node: XmlNode,
  source: ReadSource,
  archive: Pick<Archive, 'sources'>,
): TextWithSelections {
  const points = childrenNamed(node, 'SyncPoint').flatMap((point) => {
    const timeMs = integerIn(point, 'timeStamp')
    const position = integerIn(point, 'position')
    return timeMs === null || position === null ? [] : [{ guid: guidIn(point), timeMs, position }]
  })
  const transcript: ReadTranscript = {
    guid: guidIn(node),
    name: node.attributes['name'] ?? '',
    content: contentOf(node, archive),
    points,
    segments: [],
  }
  const byGuid = new Map(points.map((point) => [point.guid, point]))
  const selections: RawSelection[] = []
  const passages: PassageCoding[] = []
  for (const one of childrenNamed(node, 'TranscriptSelection')) {
    const guid = guidIn(one)
    const start = byGuid.get(guidIn(one, 'fromSyncPoint'))?.position ?? -1
    const end = byGuid.get(guidIn(one, 'toSyncPoint'))?.position ?? -1
    // Its name is a title: it covers whole turns, from one sync point to another.
    selections.push({ guid, name: '', start, end })
    for (const coding of codesAt(one, source)) passages.push({ coding, selection: guid })
  }
  return { text: transcript, selections, passages, transcript }
}

/** Codings inside a selection, without their place. */
function codesAt(selection: XmlNode, { guid: source }: ReadSource): Omit<ReadCoding, 'target'>[] {
  const name = selection.attributes['name'] ?? ''
  // Looks through all children, so not once for each of them.
  const description = descriptionOf(selection)
  return childrenNamed(selection, 'Coding').map((coding) => ({
    code: referencesIn(coding, 'CodeRef')[0] ?? '',
    source,
    name,
    description,
  }))
}

/** Codings of the whole source. */
const codingsOf = (node: XmlNode, source: ReadSource): ReadCoding[] =>
  codesAt(node, source).map((coding) => ({
    ...coding,
    name: '',
    description: null,
    target: { kind: 'source' },
  }))

/** Codings of time spans, and of areas on pages and pictures. */
function areaCodings(node: XmlNode, source: ReadSource): ReadCoding[] {
  return node.children.flatMap((selection): ReadCoding[] => {
    const target = targetOf(selection)
    return target ? codesAt(selection, source).map((coding) => ({ ...coding, target })) : []
  })
}

function targetOf(selection: XmlNode): ReadCoding['target'] | undefined {
  const number = (attribute: string) => integerIn(selection, attribute) ?? 0
  const area = () => ({
    x1: number('firstX'),
    y1: number('firstY'),
    x2: number('secondX'),
    y2: number('secondY'),
  })
  switch (selection.name) {
    case 'AudioSelection':
    case 'VideoSelection':
      return { kind: 'time', startMs: number('begin'), endMs: number('end') }
    case 'PDFSelection':
      return { kind: 'page', page: number('page'), ...area() }
    case 'PictureSelection':
      return { kind: 'area', ...area() }
    default:
      return undefined
  }
}
