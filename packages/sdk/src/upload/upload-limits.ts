/** What the service will take, said before gigabytes are sent in vain. The service decides; this only saves the way. */
import { InvalidInputError } from '../errors.ts'
import type { Source } from './source.ts'

const MiB = 1024 * 1024
const recordings = new Set(
  'mp4 mov avi webm mkv m4v wmv mpeg mp3 m4a wav flac ogg aac aiff aif amr'.split(' '),
)

export const mostBytes = { insight: 500 * MiB, document: 500 * MiB, recording: 10 * 1024 * MiB }

export function checkSize(source: Source, kind: 'insight' | 'file'): void {
  const extension = source.name.slice(source.name.lastIndexOf('.') + 1).toLowerCase()
  const isRecording = kind === 'file' && recordings.has(extension)
  const most = isRecording ? mostBytes.recording : mostBytes.document
  if (source.size <= most) return
  const message = `${source.name} has ${megabytes(source.size)} MB; ${megabytes(most)} MB are allowed. Send a smaller file.`
  throw new InvalidInputError(message, { code: 'upload_too_large' })
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / MiB).toLocaleString('en')
}
