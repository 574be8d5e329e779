import type { ProjectOverview } from '@inlet/contract/workspace'
import { countOf } from '../../ui/format/count.ts'

type Counts = ProjectOverview['counts']

/** `3 recordings · 12 documents · 1 survey`. */
export function describeCounts(counts: Counts): string {
  const words: [number, string][] = [
    [counts.audio + counts.video, 'recording'],
    [counts.document, 'document'],
    [counts.image, 'image'],
    [counts.insight, 'insight'],
    [counts.survey, 'survey'],
  ]
  const there = words.filter(([count]) => count > 0).map(([count, word]) => countOf(count, word))
  return there.length > 0 ? there.join(' · ') : 'Nothing imported yet'
}
