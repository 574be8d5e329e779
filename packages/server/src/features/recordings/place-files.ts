import { randomUUID } from 'node:crypto'
import type { ProcessedMedia } from '@inlet/processors'
import type { LocalFile } from '../../platform/object-store/transfer.ts'

/** Where what is shown of a recording goes: a folder of this attempt's own, since two attempts never write to one key. */
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
