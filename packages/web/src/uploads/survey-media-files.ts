/** Media files that are added to a survey. Pure. */
import type { PreviewColumn } from './survey-preview.ts'

/** Media types that a survey accepts. */
export const mediaExtensions = '.mp4,.mov,.avi,.m4v,.webm,.mp3,.m4a,.wav,.aac'

export const isMediaFile = ({ name }: Pick<File, 'name'>): boolean =>
  mediaExtensions.split(',').includes(name.slice(name.lastIndexOf('.')).toLowerCase())

/** Names are compared by the service in NFC, and each can occur once. */
export function addMedia(before: readonly File[], added: readonly File[]): File[] {
  const byName = new Map([...before, ...added].map((file) => [file.name.normalize('NFC'), file]))
  return [...byName.values()]
}

/** The column whose cells name some of the files: it has to be imported as their names. */
export function findMediaColumn(
  columns: readonly PreviewColumn[],
  media: readonly Pick<File, 'name'>[],
): string | undefined {
  const names = new Set(media.map(({ name }) => name.normalize('NFC').toLowerCase()))
  return columns.find(({ samples }) => samples.some((text) => names.has(text.normalize('NFC').toLowerCase())))
    ?.name
}
