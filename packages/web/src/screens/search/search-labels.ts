import { maxSearchCount, type SearchHit, type SearchKind } from '@inlet/contract/workspace'
import { formatCount } from '../../ui/format/count.ts'
import { mediaTime } from '../../ui/format/media-time.ts'
import { pageWordsOf } from '../../ui/format/page-words.ts'
import type { IconName } from '../../ui/Icon.tsx'

export const kindLabels: Record<SearchKind, string> = {
  transcript: 'Transcripts',
  document: 'Documents',
  image: 'Images',
  answer: 'Answers',
  name: 'Names',
}

export const kindIcons: Record<SearchKind, IconName> = {
  transcript: 'recording',
  document: 'document',
  image: 'image',
  answer: 'survey',
  name: 'projects',
}

export const formatResultCount = (count: number): string =>
  count >= maxSearchCount ? `${formatCount(maxSearchCount)} or more` : formatCount(count)

/** Position of the match within its item. */
export function placeOf({ kind, name, start_ms: start, page, response_id: response }: SearchHit): string {
  if (kind === 'transcript' && start !== null) return mediaTime(start / 1000)
  if (kind === 'document' && page !== null) return `${pageWordsOf(name).one} ${formatCount(page)}`
  if (kind === 'answer' && response !== null) return `response ${response}`
  if (kind === 'image') return 'text in image'
  return ''
}
