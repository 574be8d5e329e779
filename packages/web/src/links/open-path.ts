/** URLs of imported items, and of places within them. */
import type { Import } from '@inlet/contract/workspace'

export interface PlaceInMaterial {
  /** Page of a document, from 1. */
  page?: number | undefined
  /** Search term to find on opening. */
  find?: string | undefined
  /** Position in a recording. */
  seconds?: number | undefined
}

type Opened = Pick<Import, 'kind' | 'key' | 'media'>

export function openPath({ kind, key, media }: Opened, place: PlaceInMaterial = {}): string {
  switch (kind) {
    case 'insight':
      return documentPath('insight', key, place)
    case 'survey':
      return `/surveys/${encodeURIComponent(key)}`
    case 'file':
      if (media === 'audio' || media === 'video') return recordingPath('file', key, place)
      return media === 'image' ? imagePath(key) : documentPath('file', key, place)
  }
}

export const documentPath = (
  owner: 'file' | 'insight',
  key: string,
  { page, find }: PlaceInMaterial = {},
): string => `/documents/${owner}/${encodeURIComponent(key)}${queryOf({ page, find })}`

/** `media` is a recording submitted with a survey, identified by its id. */
export const recordingPath = (
  owner: 'file' | 'media',
  key: string,
  { seconds, find }: PlaceInMaterial = {},
): string =>
  `/recordings/${owner}/${encodeURIComponent(key)}${queryOf({
    t: seconds === undefined ? undefined : Math.floor(seconds),
    find,
  })}`

export const imagePath = (key: string): string => `/images/${encodeURIComponent(key)}`

function queryOf(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
