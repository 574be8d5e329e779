/** Limits and names of a REFI-QDA archive, and what becomes of each object. Pure. */

/** The standard allows no larger file in an archive. */
export const maxFileBytes = 2_147_483_647

/** Each text of answers is a file, and the writer remembers all files of an archive until its end. */
export const maxAnswerTexts = 10_000

export interface ArchivePlan {
  /** For each file. */
  isInside: boolean[]
  /** Of the files inside, with the texts. */
  bytes: number
}

/** A file that does not fit stays outside, so that the archive remains one that every program can open. */
export function planArchive(
  sizes: readonly number[],
  { maxBytes, textBytes }: { maxBytes: number; textBytes: number },
): ArchivePlan {
  let bytes = textBytes
  const isInside = sizes.map((size) => {
    const fits = size <= maxFileBytes && bytes + size <= maxBytes
    if (fits) bytes += size
    return fits
  })
  return { isInside, bytes }
}

export interface DocumentFile {
  kind: 'rich' | 'pdf' | 'picture'
  key: string
  extension: string
}

/**
 * The files that can show a document or image, the best one first: Word documents with their text, JPEG and PNG, everything else
 * as PDF.
 */
export function listDocumentFiles(
  extension: string,
  { original, viewer, hasText }: { original: string | null; viewer: string | null; hasText: boolean },
): DocumentFile[] {
  const lower = extension.toLowerCase()
  const kind = originalKinds[lower]
  const files: DocumentFile[] = []
  if (original !== null && kind && (kind !== 'rich' || hasText))
    files.push({ kind, key: original, extension: lower })
  if (viewer !== null && lower !== 'txt') files.push({ kind: 'pdf', key: viewer, extension: 'pdf' })
  return files
}

const originalKinds: Readonly<Record<string, DocumentFile['kind']>> = {
  docx: 'rich',
  pdf: 'pdf',
  jpg: 'picture',
  jpeg: 'picture',
  png: 'picture',
}

const reasons: Readonly<Record<string, (n: number) => string>> = {
  drafts_of_others: (n) => `${n} ${n === 1 ? 'draft' : 'drafts'} of other people`,
  not_uploaded: (n) => `${n} ${n === 1 ? 'record' : 'records'} without a completed upload`,
  not_ready: (n) => `${n} ${n === 1 ? 'record' : 'records'} without a result`,
  recordings_closed: (n) =>
    `${n} protected ${n === 1 ? 'recording' : 'recordings'} without a verified protected version`,
  people: (n) => `names and e-mail addresses of ${n} ${n === 1 ? 'respondent' : 'respondents'}`,
  missing_objects: (n) => `${n} ${n === 1 ? 'file' : 'files'} that no longer ${n === 1 ? 'exists' : 'exist'}`,
  unsupported_images: (n) => `${n} ${n === 1 ? 'image that is' : 'images that are'} neither JPEG nor PNG`,
}

/** What a reader of the archive should know, as it has no manifest. */
export function describeExport(
  head: { productVersion: string; asOf: Date; outside: number },
  omitted: Readonly<Record<string, number>>,
): string {
  const left = Object.entries(reasons).flatMap(([reason, say]) => {
    const n = omitted[reason] ?? 0
    return n > 0 ? [say(n)] : []
  })
  const { outside } = head
  return [
    `Exported from Inlet ${head.productVersion}, as of ${head.asOf.toISOString().slice(0, 19)}Z.`,
    ...(left.length > 0 ? [`Not included: ${left.join(', ')}.`] : []),
    ...(outside > 0
      ? [
          `${outside} large ${outside === 1 ? 'file is' : 'files are'} in further ZIP archives of this export.`,
        ]
      : []),
  ].join(' ')
}
