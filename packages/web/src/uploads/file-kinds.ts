/** File types by extension, and size limits. The server enforces them; checking here saves an upload. */
import { mostBytes, recordingExtensions } from '@inlet/sdk/shared/upload'
import { formatBytes } from '../ui/format/bytes.ts'

const documents = 'pdf ppt pptx doc docx xls xlsx txt'.split(' ')
const images = 'png jpg jpeg gif bmp tiff webp'.split(' ')
const surveys = ['csv', 'tsv']

export type UploadKind = 'file' | 'insight' | 'survey'

export const acceptedFiles = [...recordingExtensions, ...documents, ...images, ...surveys]
  .map((e) => `.${e}`)
  .join(',')
export const acceptedInsights = documents.map((extension) => `.${extension}`).join(',')

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

export const isSurveyFile = (name: string): boolean => surveys.includes(extensionOf(name))

/** Why a file cannot be imported, or undefined. */
export function findFileProblem(file: File, kind: UploadKind): string | undefined {
  const extension = extensionOf(file.name)
  const isRecording = recordingExtensions.includes(extension)
  const isSupported =
    documents.includes(extension) || (kind === 'file' && (isRecording || images.includes(extension)))
  if (kind !== 'survey' && !isSupported)
    return kind === 'insight'
      ? 'Not a document. An insight can be a PDF, Word, Excel, PowerPoint or text file.'
      : 'This file type is not supported. Use recordings, documents, images or survey CSVs.'
  if (file.size === 0) return 'The file is empty. Check the file, then add it again.'
  const limit = isRecording ? mostBytes.recording : mostBytes.document
  if (kind !== 'survey' && file.size > limit)
    return `${formatBytes(file.size)} exceeds the ${formatBytes(limit)} limit. Add a smaller version.`
  return undefined
}
