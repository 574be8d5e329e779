import { type EventKind, eventTypes, kindOf, testEventType } from '@inlet/contract/workspace'

const kindLabels: Record<EventKind, string> = {
  project: 'Projects',
  insight: 'Insights',
  file: 'Files',
  survey: 'Surveys',
  part: 'Survey parts',
  media: 'Survey media',
  respondent: 'Respondents',
  export: 'Exports',
  bundle: 'Bundles',
  webhook: 'Webhooks',
}

/** What happened, where the word in the type does not say it. */
const typeLabels: Record<string, string> = {
  'file.error': 'failed',
  'survey.awaiting_upload': 'waiting for upload',
  'media.linked': 'matched',
  'media.failed': 'not matched',
  'media.completed': 'recording completed',
  'media.error': 'recording failed',
  'webhook.test': 'test event',
}

/** Also for types that a later release of the server adds. */
export function labelOfType(type: string): string {
  return typeLabels[type] ?? type.slice(type.indexOf('.') + 1).replaceAll('_', ' ')
}

const labelOfKind = (kind: string): string => (kindLabels as Record<string, string>)[kind] ?? kind

export interface EventGroup {
  kind: string
  label: string
  types: readonly string[]
}

/** The types to choose from. A test event is sent only on request, to the webhook itself. */
export const eventGroups: readonly EventGroup[] = Object.entries(kindLabels).map(([kind, label]) => ({
  kind,
  label,
  types: eventTypes.filter((type) => kindOf(type) === kind && type !== testEventType),
}))

/** `file.*` instead of every type of files, which also includes types of later releases. */
export function toFilters(chosen: readonly string[]): string[] {
  return eventGroups.flatMap(({ kind, types }) =>
    types.every((type) => chosen.includes(type))
      ? [`${kind}.*`]
      : types.filter((type) => chosen.includes(type)),
  )
}

/** `Files · Surveys: completed, failed`. */
export function describeTypes(filters: readonly string[]): string {
  if (filters.length === 0) return 'All events'
  const kinds = [...new Set(filters.map(kindOf))]
  return kinds
    .map((kind) => {
      if (filters.includes(`${kind}.*`)) return labelOfKind(kind)
      const labels = filters.filter((type) => kindOf(type) === kind).map(labelOfType)
      return `${labelOfKind(kind)}: ${labels.join(', ')}`
    })
    .join(' · ')
}
