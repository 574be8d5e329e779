/** The content types that libmagic and `file-type` report for each extension. */

export type Family = 'pdf' | 'ooxml' | 'ole' | 'text' | 'image' | 'media'

export type Format = {
  readonly family: Family
  /** The content type to store and serve. */
  readonly mime: string
  readonly libmagic: readonly string[]
  /** `null`: the library may not recognize the format. */
  readonly fileType: readonly (string | null)[]
  /** For packages: the folder of an OOXML zip or the stream of an OLE file that only this format has. */
  readonly parts?: readonly string[]
}

const openXml = 'application/vnd.openxmlformats-officedocument'

function ooxml(kind: string, folder: string): Format {
  const mime = `${openXml}.${kind}`
  return {
    family: 'ooxml',
    mime,
    // Both report a plain zip if the entries are in an unusual order; then the folder decides.
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

function media(mime: string, libmagic: readonly string[], fileType: Format['fileType']): Format {
  return { family: 'media', mime, libmagic, fileType }
}

/** One container with many brands, which programs write inconsistently: the brand does not matter. */
function mp4(mime: string): Format {
  const sound = ['audio/mp4', 'audio/x-m4a']
  const pictures = ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/3gpp', 'video/3gpp2']
  return media(mime, [...sound, ...pictures], [...sound, ...pictures])
}

const matroska = ['video/webm', 'audio/webm', 'video/matroska', 'video/x-matroska', 'audio/x-matroska']
const aiff = media('audio/aiff', ['audio/x-aiff', 'audio/aiff'], ['audio/aiff'])
const ogg = ['audio/ogg', 'video/ogg', 'application/ogg']
const mpegParts = ['video/MP1S', 'video/MP2P', 'video/mp2t', 'video/mpeg']

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
  // Any text counts as plain text, source code and HTML included: the bytes decide, not these names.
  txt: { family: 'text', mime: 'text/plain', libmagic: [], fileType: [] },
  png: image('image/png', ['image/apng']),
  jpg: jpeg,
  jpeg,
  gif: image('image/gif'),
  bmp: image('image/bmp', ['image/x-ms-bmp']),
  tiff: image('image/tiff'),
  webp: image('image/webp'),
  mp4: mp4('video/mp4'),
  mov: mp4('video/quicktime'),
  m4v: mp4('video/x-m4v'),
  m4a: mp4('audio/mp4'),
  avi: media('video/x-msvideo', ['video/x-msvideo'], ['video/vnd.avi']),
  webm: media('video/webm', matroska, matroska),
  mkv: media('video/x-matroska', matroska, matroska),
  wmv: media('video/x-ms-wmv', ['video/x-ms-asf', 'video/x-ms-wmv'], ['video/x-ms-asf', 'audio/x-ms-asf']),
  mpeg: media('video/mpeg', ['video/mpeg', 'video/mp2t'], mpegParts),
  // No fixed header: recorders write zeros or tags before the first frame.
  mp3: media('audio/mpeg', ['audio/mpeg'], ['audio/mpeg', null]),
  wav: media('audio/wav', ['audio/x-wav', 'audio/wav'], ['audio/wav']),
  flac: media('audio/flac', ['audio/flac', 'audio/x-flac'], ['audio/flac']),
  ogg: media('audio/ogg', ogg, [...ogg, 'audio/ogg; codecs=opus']),
  aac: media('audio/aac', ['audio/x-hx-aac-adts', 'audio/aac'], ['audio/aac']),
  aiff,
  aif: aiff,
  amr: media('audio/amr', ['audio/amr', 'audio/amr-wb'], ['audio/amr']),
} as const satisfies Record<string, Format>

export type SupportedExtension = keyof typeof formats

export function formatOf(extension: SupportedExtension): Format {
  return formats[extension]
}

export function isSupported(extension: string): extension is SupportedExtension {
  return Object.hasOwn(formats, extension)
}
