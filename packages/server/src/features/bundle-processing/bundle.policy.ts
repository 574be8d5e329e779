/** What a bundle may contain. Pure. */

/** Minor versions only add files and fields. */
const readableMajor = 1

export const manifestPath = 'manifest.json'

/** Files that are stored as objects. */
export const objectRoles = ['original', 'viewer', 'thumbnail', 'rendition', 'poster', 'part'] as const

/** Files that are read when records are restored. All others are only verified. */
const restoredRoles = new Set([
  'project',
  'participants',
  'state',
  'pages',
  'transcript',
  'responses',
  'response_state',
  'respondents',
])

export const isRestored = (role: string): boolean => restoredRoles.has(role)
export const isObject = (role: string): boolean => (objectRoles as readonly string[]).includes(role)

export const maxPathLength = 300

export const limits = {
  entriesAVolume: 100_000,
  /** The manifest is held in memory, with about 400 bytes for each entry. */
  entriesABundle: 1_000_000,
  /** Twice the largest upload, because a playback copy may be larger than its original. */
  objectBytes: 20 * 1024 ** 3,
  /** Characters of the names in the directory of a volume. */
  nameChars: 100_000 * maxPathLength,
  /** Parsed at once. */
  jsonBytes: 64 * 1024 ** 2,
  lineBytes: 16 * 1024 ** 2,
  /** A manifest of this size is parsed at once; a larger one line by line, as exports write it. */
  wholeManifestBytes: 8 * 1024 ** 2,
  /** Texts compress to a tenth or twentieth; an archive bomb to a thousandth. */
  textRatio: 200,
  smallBytes: 100 * 1024 ** 2,
  /** A part of a survey is kept in memory until it is saved: up to 50 MB of CSV, whose choices take 8 bytes each. */
  partBytes: 512 * 1024 ** 2,
  /** Texts of respondents or participants that are saved together. */
  batchChars: 16 * 1024 ** 2,
} as const

/** Lower-case names without anything that a file system or a browser could interpret. */
const safePath = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*\.[a-z0-9]{1,6}$/

export const isSafePath = (path: string): boolean => path.length <= maxPathLength && safePath.test(path)

export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Media and originals may compress to nearly nothing; texts do not. */
export function isArchiveBomb(bytes: number, packedBytes: number): boolean {
  return bytes > limits.smallBytes && bytes > packedBytes * limits.textRatio
}

export type VersionProblem = 'not_a_bundle' | 'too_new' | 'too_old'

/** Undefined when the version can be imported. */
export function versionProblem(format: unknown, version: unknown): VersionProblem | undefined {
  if (format !== 'inlet-bundle' || typeof version !== 'string') return 'not_a_bundle'
  const [, major] = /^(\d{1,6})\.\d{1,6}$/.exec(version) ?? []
  if (major === undefined) return 'not_a_bundle'
  if (Number(major) > readableMajor) return 'too_new'
  return Number(major) < readableMajor ? 'too_old' : undefined
}

const typesByExtension: Readonly<Record<string, string>> = {
  json: 'application/json',
  pdf: 'application/pdf',
  webp: 'image/webp',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  csv: 'text/csv',
}

/** Of a derived file or a part. */
export const derivedTypeOf = (path: string): string =>
  typesByExtension[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

/** A rendition is served with this type, so a bundle cannot choose another. */
export const renditionTypes: readonly string[] = ['video/mp4', 'audio/mp4', 'audio/mpeg']
