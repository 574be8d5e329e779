/** Names and limits of the files in an export. Pure. */

export const formatVersion = '1.0'

/** With many small files, each volume would need more memory than its upload. */
export const maxVolumeEntries = 10_000

/** Media and most documents are compressed already. */
const compressible = new Set([
  'qde',
  'json',
  'ndjson',
  'csv',
  'sav',
  'vtt',
  'txt',
  'rtf',
  'bmp',
  'wav',
  'html',
])

export const isCompressible = (path: string): boolean =>
  compressible.has(path.slice(path.lastIndexOf('.') + 1))

/** The extension of a file name if it is one of ours; paths contain no other text of users. */
export function safeExtension(fileName: string): string {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return fileName.includes('.') && /^[a-z0-9]{1,5}$/.test(extension) ? extension : 'bin'
}

const extensionsByType: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
}

export const extensionOfType = (contentType: string): string =>
  extensionsByType[contentType.split(';')[0]?.trim() ?? ''] ?? 'bin'

/** Why something of the project is not in the export. */
export const omissions = [
  'drafts_of_others',
  'not_uploaded',
  'not_ready',
  'recordings_closed',
  'protected_originals',
  'people',
  'survey_parts',
  'missing_objects',
] as const
export type Omission = (typeof omissions)[number]
export type Omitted = Record<Omission, number>

export const nothingOmitted = (): Omitted =>
  Object.fromEntries(omissions.map((reason) => [reason, 0])) as Omitted
