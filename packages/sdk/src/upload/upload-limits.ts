/** Size limits, checked before an upload. The service decides; this only avoids futile uploads. */
import { InvalidInputError } from '../errors.ts'
import type { Source } from './source.ts'

const MiB = 1024 * 1024
export const recordingExtensions: readonly string[] =
  'mp4 mov avi webm mkv m4v wmv mpeg mp3 m4a wav flac ogg aac aiff aif amr'.split(' ')

export const mostBytes = { insight: 500 * MiB, document: 500 * MiB, recording: 10 * 1024 * MiB }

export function checkSize(source: Source, kind: 'insight' | 'file'): void {
  const extension = source.name.slice(source.name.lastIndexOf('.') + 1).toLowerCase()
  const isRecording = kind === 'file' && recordingExtensions.includes(extension)
  const most = isRecording ? mostBytes.recording : mostBytes.document
  if (source.size <= most) return
  const message = `${source.name}: ${megabytes(source.size)} MB exceeds the ${megabytes(most)} MB limit. Send a smaller file.`
  throw new InvalidInputError(message, { code: 'upload_too_large' })
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / MiB).toLocaleString('en')
}
