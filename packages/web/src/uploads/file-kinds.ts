/** File types by extension, and size limits. The server enforces them; checking here saves an upload. */
import { mostBytes, recordingExtensions } from '@inlet/sdk/shared/upload'
import { formatBytes } from '../ui/format/bytes.ts'

const documents = 'pdf ppt pptx doc docx xls xlsx txt'.split(' ')
const images = 'png jpg jpeg gif bmp tiff tif webp'.split(' ')
/** Of phones. No tool of the service can read them. */
const photos = ['heic', 'heif']
const surveys = ['csv', 'tsv']
/** Files that can only be transcripts. Text and Word files can be, too. */
const transcripts = 'vtt srt sbv otr json'.split(' ')

export type UploadKind = 'file' | 'insight' | 'survey'

export const acceptedFiles = [...recordingExtensions, ...documents, ...images, ...surveys, ...transcripts]
  .map((e) => `.${e}`)
  .join(',')
export const acceptedInsights = documents.map((extension) => `.${extension}`).join(',')

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

export const isSurveyFile = (name: string): boolean => surveys.includes(extensionOf(name))

export const isRecordingFile = (name: string): boolean => recordingExtensions.includes(extensionOf(name))

/** Why a file cannot be imported, or undefined. */
export function findFileProblem(file: Pick<File, 'name' | 'size'>, kind: UploadKind): string | undefined {
  const extension = extensionOf(file.name)
  const isRecording = isRecordingFile(file.name)
  if (kind === 'file' && transcripts.includes(extension))
    return 'A transcript needs its recording. Add both together, with the same name.'
  const isSupported =
    documents.includes(extension) || (kind === 'file' && (isRecording || images.includes(extension)))
  if (photos.includes(extension))
    return 'Photos in the HEIC format cannot be imported. Export the photo as JPEG, or set the camera of the phone to Most compatible.'
  if (kind !== 'survey' && !isSupported)
    return kind === 'insight'
      ? 'Not a document. An insight can be a PDF, Word, Excel, PowerPoint or text file.'
      : 'This file type is not supported. Use recordings, documents, images, survey CSVs, or a transcript (.vtt, .srt) with its recording.'
  if (file.size === 0) return 'The file is empty. Check the file, then add it again.'
  const limit = isRecording ? mostBytes.recording : mostBytes.document
  if (kind !== 'survey' && file.size > limit)
    return `${formatBytes(file.size)} exceeds the ${formatBytes(limit)} limit. Add a smaller version.`
  return undefined
}
