/** What of a project becomes records and labels, and what has no counterpart. Pure: it reads no files. */
import { defaultLimits } from '../limits.ts'
import { createUniqueNames } from '../names.ts'
import type { ReadCode, ReadProject, ReadSegment, ReadSource, ReadText, Unmatched } from './project.ts'

export interface PlannedLabel {
  name: string
  description?: string
  color?: string
  labels?: PlannedLabel[]
}

export interface PlannedRecord {
  /** GUID of the source. */
  guid: string
  /** Unique, with the extension of the content, without folders. */
  fileName: string
  /** By the extension: some programs keep sound in video sources. */
  kind: 'document' | 'image' | 'audio' | 'video'
  content: { from: 'file'; file: string; bytes: number } | { from: 'text'; text: ReadText }
  /** Of a recording; null if it has to be transcribed. */
  transcript: ReadSegment[] | null
  createdAt: string | null
}

export interface ImportPlan {
  name: string
  records: PlannedRecord[]
  labels: PlannedLabel[]
  unmatched: (Omit<Unmatched, 'kind'> & {
    kind: Unmatched['kind'] | 'coding' | 'case' | 'variable' | 'transcript' | 'source'
  })[]
}

const kinds: Readonly<Record<string, PlannedRecord['kind']>> = {
  ...of('document', 'pdf', 'doc', 'docx', 'ppt', 'pptx', 'xls', 'xlsx', 'txt'),
  ...of('image', 'png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp', 'tif', 'tiff', 'heic'),
  ...of('audio', 'mp3', 'm4a', 'wav', 'aac', 'ogg', 'flac', 'wma', 'opus'),
  ...of('video', 'mp4', 'mov', 'avi', 'm4v', 'webm', 'mkv', 'mpg', 'mpeg', 'wmv', '3gp'),
}

function of(kind: PlannedRecord['kind'], ...extensions: string[]): Record<string, PlannedRecord['kind']> {
  return Object.fromEntries(extensions.map((extension) => [extension, kind]))
}

export function planImport(project: ReadProject): ImportPlan {
  const nameFile = createFileNames()
  const records = project.sources.flatMap((source) => planSource(source, nameFile))
  const planned = new Set(records.map(({ guid }) => guid))
  const lost = project.sources.filter(({ guid }) => !planned.has(guid))
  const extra = project.sources.filter(({ transcripts }) => transcripts.length > 1)
  const count = (kind: ImportPlan['unmatched'][number]['kind'], names: readonly string[]) =>
    names.length === 0 ? [] : [{ kind, count: names.length, examples: [...new Set(names)].slice(0, 5) }]
  return {
    name: project.name,
    records,
    labels: labelsBelow(
      null,
      Map.groupBy(project.codes, ({ parent }) => parent),
    ),
    unmatched: [
      ...project.unmatched,
      ...count(
        'coding',
        project.codings.filter(({ target }) => target.kind !== 'unplaced').map(({ name }) => name),
      ),
      ...count(
        'case',
        project.cases.map(({ name }) => name),
      ),
      ...count(
        'variable',
        project.variables.map(({ name }) => name),
      ),
      ...count(
        'transcript',
        extra.map(({ name }) => name),
      ),
      ...count(
        'source',
        lost.map(({ name }) => name),
      ),
    ],
  }
}

/** A source is its file if that can be imported, else its text, else its transcript; else nothing. */
function planSource(
  source: ReadSource,
  nameFile: (name: string, extension: string) => string,
): PlannedRecord[] {
  const { guid, name, file, text, transcripts, createdAt } = source
  const [transcript] = transcripts
  if (file?.at === 'archive' && kinds[file.extension]) {
    const kind = kinds[file.extension] ?? 'document'
    const isRecording = kind === 'audio' || kind === 'video'
    return [
      {
        guid,
        fileName: nameFile(name, file.extension),
        kind,
        content: { from: 'file', file: file.file, bytes: file.bytes },
        transcript: isRecording && transcript && transcript.segments.length > 0 ? transcript.segments : null,
        createdAt,
      },
    ]
  }
  const left = text?.content ? text : transcript?.content ? transcript : null
  if (!left) return []
  const content = { from: 'text', text: left } as const
  return [{ guid, fileName: nameFile(name, 'txt'), kind: 'document', content, transcript: null, createdAt }]
}

const maxNameLength = 200

/** Names are file names here: without folders, with the extension of the content, and unique. */
function createFileNames(): (name: string, extension: string) => string {
  const { takeNumbered } = createUniqueNames()
  return (name, extension) => {
    const safe = name
      .replace(/[/\\\p{Cc}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const known = /\.([a-z0-9]{1,5})$/i.exec(safe)?.[1]?.toLowerCase()
    const isSame = known === extension
    // MAXQDA leaves the extension out; the text of `talk.docx` is not a Word document.
    const stem = (isSame ? safe.slice(0, -extension.length - 1) : safe).slice(0, maxNameLength) || 'Untitled'
    return takeNumbered((n) => `${stem}${n === 1 ? '' : ` (${n})`}.${extension}`)
  }
}

/** No element is nested deeper. */
const maxLabelDepth = defaultLimits.depth

/**
 * A GUID that is used twice could make codes their own parents, multiply them, or nest them without bound: each is followed
 * once, and to a limited depth.
 */
function labelsBelow(
  parent: string | null,
  byParent: ReadonlyMap<string | null, readonly ReadCode[]>,
  followed: Set<string> = new Set(),
  depth = 1,
): PlannedLabel[] {
  return (byParent.get(parent) ?? []).map(({ guid, name, description, color }) => {
    const isFollowed = followed.has(guid)
    followed.add(guid)
    const labels =
      isFollowed || depth === maxLabelDepth ? [] : labelsBelow(guid, byParent, followed, depth + 1)
    return {
      name,
      ...(description !== null && { description }),
      ...(color !== null && { color }),
      ...(labels.length > 0 && { labels }),
    }
  })
}
