/** What a file is by its name, and how large it may be. The server decides; this saves the way. */
import { formatBytes } from '../ui/format/bytes.ts'

const MiB = 1024 * 1024

const recordings = 'mp4 mov avi webm mkv m4v wmv mpeg mp3 m4a wav flac ogg aac aiff aif amr'.split(' ')
const documents = 'pdf ppt pptx doc docx xls xlsx txt'.split(' ')
const images = 'png jpg jpeg gif bmp tiff webp'.split(' ')
const surveys = ['csv', 'tsv']

const limits = { recording: 10 * 1024 * MiB, other: 500 * MiB }

export type UploadKind = 'file' | 'insight' | 'survey'

export const acceptedFiles = [...recordings, ...documents, ...images, ...surveys]
  .map((e) => `.${e}`)
  .join(',')
export const acceptedInsights = documents.map((extension) => `.${extension}`).join(',')

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

export const isSurveyFile = (name: string): boolean => surveys.includes(extensionOf(name))

/** Why a file cannot be imported, or nothing. */
export function problemOf(file: File, kind: UploadKind): string | undefined {
  const extension = extensionOf(file.name)
  const isRecording = recordings.includes(extension)
  const isTaken =
    documents.includes(extension) || (kind === 'file' && (isRecording || images.includes(extension)))
  if (kind !== 'survey' && !isTaken)
    return kind === 'insight'
      ? 'Not a document. An insight can be a PDF, Word, Excel, PowerPoint or text file.'
      : 'This kind of file cannot be imported. Recordings, documents, images and survey CSVs can.'
  if (file.size === 0) return 'The file is empty. Check that it is whole, then add it again.'
  const most = isRecording ? limits.recording : limits.other
  if (kind !== 'survey' && file.size > most)
    return `The file has ${formatBytes(file.size)}; ${formatBytes(most)} are allowed. Add a smaller version.`
  return undefined
}
