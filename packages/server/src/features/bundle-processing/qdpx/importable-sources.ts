/** What of a REFI-QDA project can be imported here. Pure. */
import type { UnmatchedElements } from '@inlet/contract'
import { defaultLimits, type ImportPlan, type PlannedRecord, QdpxRefused } from '@inlet/refi-qda'
import { manifestPath } from '../bundle.policy.ts'

const mb = 1024 ** 2

/** Below those of the format, because the worker keeps a project in memory while it is read. */
export const qdpxLimits = {
  ...defaultLimits,
  projectBytes: 64 * mb,
  allTextBytes: 256 * mb,
  elements: 1_000_000,
} as const

/** It is read from the local disk of the worker. */
export const maxArchiveBytes = 10_240 * mb

/** By the names of its files: programs name the `.qde` file after the project. */
export const isQdpx = (paths: readonly string[]): boolean =>
  paths.some((path) => /^[^/]+\.qde$/i.test(path)) && !paths.includes(manifestPath)

export interface ImportableFile {
  fileName: string
  extension: string
  kind: PlannedRecord['kind']
  content: PlannedRecord['content']
  transcript: PlannedRecord['transcript']
}

export interface QdpxSelection {
  name: string
  files: ImportableFile[]
  labels: ImportPlan['labels']
  unmatched: UnmatchedElements
}

interface Accepted {
  extension: string
  kind: PlannedRecord['kind']
  maxBytes: number
}

/** `accept` is undefined for a name that could not be uploaded. Sources of such files are listed instead. */
export function selectImportable(
  plan: ImportPlan,
  accept: (fileName: string) => Accepted | undefined,
): QdpxSelection {
  const files: ImportableFile[] = []
  const refused: string[] = []
  for (const { fileName, kind, content, transcript } of plan.records) {
    const name = fileName.toWellFormed().replace(invisible, ' ')
    const accepted = accept(name)
    const bytes = content.from === 'file' ? content.bytes : 1
    if (accepted?.kind === kind && bytes > 0 && bytes <= accepted.maxBytes)
      files.push({ fileName: name, extension: accepted.extension, kind, content, transcript })
    else refused.push(fileName)
  }
  requireStorable(files)
  return {
    name: nameOfProject(plan.name),
    files,
    labels: plan.labels,
    unmatched: withRefused(plan.unmatched, refused),
  }
}

/** Sources may share a file of the archive, but each stores it again. */
function requireStorable(files: readonly ImportableFile[]): void {
  const { allBytes } = qdpxLimits
  const bytes = files.reduce((sum, { content }) => sum + (content.from === 'file' ? content.bytes : 0), 0)
  if (bytes > allBytes)
    throw new QdpxRefused('too_large', `Its files have more than the ${allBytes} bytes that are allowed.`)
}

/** Controls and marks that reorder text, which names must not have. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const maxNameLength = 200

const nameOfProject = (name: string): string =>
  Array.from(name.toWellFormed().replace(invisible, ' ')).slice(0, maxNameLength).join('').trim() ||
  'REFI-QDA project'

const maxExamples = 5

function withRefused(unmatched: ImportPlan['unmatched'], refused: readonly string[]): UnmatchedElements {
  if (refused.length === 0) return unmatched
  const known = unmatched.find(({ kind }) => kind === 'source')
  return [
    ...unmatched.filter((one) => one !== known),
    {
      kind: 'source',
      count: (known?.count ?? 0) + refused.length,
      examples: [...(known?.examples ?? []), ...refused].slice(0, maxExamples),
    },
  ]
}

/** In the form in which Inlet returns transcripts, which a recording may bring. */
export function transcriptFile(segments: NonNullable<ImportableFile['transcript']>): string {
  return JSON.stringify({
    segments: segments.map(({ startMs, endMs, speaker, text }) => ({
      start_ms: startMs,
      end_ms: endMs,
      speaker,
      text,
    })),
  })
}
