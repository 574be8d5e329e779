import { randomUUID } from 'node:crypto'
import type { ProcessedMedia } from '@inlet/processors'
import type { LocalFile } from '../../platform/object-store/write-objects.ts'

/** Object keys in a folder for this attempt only, so that two attempts never write to the same key. */
export function placeFiles({ rendition, posterPath }: Pick<ProcessedMedia, 'rendition' | 'posterPath'>) {
  const folder = `derived/${randomUUID()}`
  const place = (name: string, path: string, contentType: string): LocalFile => ({
    key: `${folder}/${name}`,
    path,
    contentType,
  })
  return {
    place,
    rendition: place('rendition', rendition.path, rendition.contentType),
    poster: posterPath === null ? null : place('poster.webp', posterPath, 'image/webp'),
  }
}
