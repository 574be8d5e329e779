/** Accepted file formats and size limits. Pure. */

export type FileKind = 'audio' | 'video' | 'document' | 'image'

export interface FileFormat {
  extension: string
  kind: FileKind
  contentType: string
}

const MiB = 1024 * 1024
const GiB = 1024 * MiB

export const maxBytesByKind: Record<FileKind, number> = {
  audio: 10 * GiB,
  video: 10 * GiB,
  document: 500 * MiB,
  image: 500 * MiB,
}

const office = 'application/vnd.openxmlformats-officedocument'

const contentTypes: Record<FileKind, Record<string, string>> = {
  video: {
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    avi: 'video/x-msvideo',
    webm: 'video/webm',
    mkv: 'video/x-matroska',
    m4v: 'video/x-m4v',
    wmv: 'video/x-ms-wmv',
    mpeg: 'video/mpeg',
  },
  audio: {
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    wav: 'audio/wav',
    flac: 'audio/flac',
    ogg: 'audio/ogg',
    aac: 'audio/aac',
    aiff: 'audio/aiff',
    aif: 'audio/aiff',
    amr: 'audio/amr',
  },
  document: {
    pdf: 'application/pdf',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: `${office}.presentationml.presentation`,
    doc: 'application/msword',
    docx: `${office}.wordprocessingml.document`,
    xls: 'application/vnd.ms-excel',
    xlsx: `${office}.spreadsheetml.sheet`,
    txt: 'text/plain',
  },
  image: {
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    bmp: 'image/bmp',
    tiff: 'image/tiff',
    webp: 'image/webp',
  },
}

const formats = new Map<string, FileFormat>()
for (const kind of ['video', 'audio', 'document', 'image'] as const) {
  for (const [extension, contentType] of Object.entries(contentTypes[kind])) {
    formats.set(extension, { extension, kind, contentType })
  }
}

/** The format of a file name, by its case-insensitive extension. */
export function formatOf(fileName: string): FileFormat | undefined {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? undefined : formats.get(fileName.slice(dot + 1).toLowerCase())
}

export function contentTypeOf(fileName: string): string {
  return formatOf(fileName)?.contentType ?? 'application/octet-stream'
}

export function extensionsOf(kinds: readonly FileKind[]): string[] {
  return [...formats.values()]
    .filter((format) => kinds.includes(format.kind))
    .map((format) => format.extension)
}
