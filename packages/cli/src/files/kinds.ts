/** Supported files by extension, and their size limits. The service decides; this only avoids futile uploads. */

export type FileKind = 'audio' | 'video' | 'document' | 'image'

export const supportedExtensions: Record<FileKind, readonly string[]> = {
  video: ['mp4', 'mov', 'avi', 'webm', 'mkv', 'm4v', 'wmv', 'mpeg'],
  audio: ['mp3', 'm4a', 'wav', 'flac', 'ogg', 'aac', 'aiff', 'aif', 'amr'],
  document: ['pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'txt'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'webp'],
}
const kinds = new Map(
  (Object.keys(supportedExtensions) as FileKind[]).flatMap((kind) =>
    supportedExtensions[kind].map((one) => [one, kind] as const),
  ),
)
const MiB = 1024 * 1024
const most: Record<FileKind, { bytes: number; words: string }> = {
  audio: { bytes: 10 * 1024 * MiB, words: '10 GB' },
  video: { bytes: 10 * 1024 * MiB, words: '10 GB' },
  document: { bytes: 500 * MiB, words: '500 MB' },
  image: { bytes: 500 * MiB, words: '500 MB' },
}
const longestName = 500

export function kindOf(name: string): FileKind | undefined {
  return kinds.get(extensionOf(name))
}

/** Why the service would reject a file; undefined if it would not. */
export function findObstacle(name: string, bytes: number): string | undefined {
  const kind = kindOf(name)
  if (!kind) return unsupported(extensionOf(name))
  if (bytes === 0) return 'is empty'
  if (bytes > most[kind].bytes) return `is larger than the ${most[kind].words} allowed for ${kind} files`
  if (name.length > longestName) return `has a name longer than ${longestName} characters`
  const isBad = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name) || name.includes('\ufffd')
  return isBad ? 'has a name with unprintable characters' : undefined
}

function unsupported(extension: string): string {
  if (extension === 'csv') return 'is a CSV; use "inlet survey import"'
  if (['vtt', 'srt', 'sbv', 'otr'].includes(extension))
    return 'is a transcript without a recording of the same name, or cannot be read'
  return extension === '' ? 'has no extension' : `.${extension} is not a supported kind`
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}
