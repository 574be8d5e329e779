/** What each extension may hold, by the names that libmagic and `file-type` give to contents. */

export type Family = 'pdf' | 'ooxml' | 'ole' | 'text' | 'image'

export type Format = {
  readonly family: Family
  /** The type we store and serve the file as. */
  readonly mime: string
  readonly libmagic: readonly string[]
  /** `null`: the library does not know the format. */
  readonly fileType: readonly (string | null)[]
  /** For packages: the folder of an OOXML zip, or the stream of an OLE file, that only this kind has. */
  readonly parts?: readonly string[]
}

const openXml = 'application/vnd.openxmlformats-officedocument'

function ooxml(kind: string, folder: string): Format {
  const mime = `${openXml}.${kind}`
  return {
    family: 'ooxml',
    mime,
    // Both fall back to a plain zip when entries come in an unusual order; the folder then tells.
    libmagic: [mime, 'application/zip', 'application/octet-stream'],
    fileType: [mime, 'application/zip'],
    parts: [folder],
  }
}

function ole(mime: string, parts: readonly string[]): Format {
  const generic = ['application/x-ole-storage', 'application/cdfv2', 'application/vnd.ms-office']
  return { family: 'ole', mime, libmagic: [mime, ...generic], fileType: ['application/x-cfb'], parts }
}

function image(mime: string, alsoKnownAs: readonly string[] = []): Format {
  return { family: 'image', mime, libmagic: [mime, ...alsoKnownAs], fileType: [mime, ...alsoKnownAs] }
}

const jpeg = image('image/jpeg')

const formats = {
  pdf: {
    family: 'pdf',
    mime: 'application/pdf',
    libmagic: ['application/pdf'],
    fileType: ['application/pdf'],
  },
  docx: ooxml('wordprocessingml.document', 'word/'),
  xlsx: ooxml('spreadsheetml.sheet', 'xl/'),
  pptx: ooxml('presentationml.presentation', 'ppt/'),
  doc: ole('application/msword', ['WordDocument']),
  xls: ole('application/vnd.ms-excel', ['Workbook', 'Book']),
  ppt: ole('application/vnd.ms-powerpoint', ['PowerPoint Document']),
  // Any kind of text is plain text here, source code and HTML too: judged by its bytes, not by these names.
  txt: { family: 'text', mime: 'text/plain', libmagic: [], fileType: [] },
  png: image('image/png', ['image/apng']),
  jpg: jpeg,
  jpeg,
  gif: image('image/gif'),
  bmp: image('image/bmp', ['image/x-ms-bmp']),
  tiff: image('image/tiff'),
  webp: image('image/webp'),
} as const satisfies Record<string, Format>

export type SupportedExtension = keyof typeof formats

export function formatOf(extension: SupportedExtension): Format {
  return formats[extension]
}

export function isSupported(extension: string): extension is SupportedExtension {
  return Object.hasOwn(formats, extension)
}
