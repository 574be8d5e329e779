/** What the event log reports: for each kind of record, its new status or what happened to it. */
const verbsOf = {
  project: ['created', 'updated', 'archived', 'unarchived', 'deleted', 'restored', 'purged'],
  insight: ['processing', 'completed', 'failed', 'updated', 'deleted', 'restored', 'purged'],
  file: ['processing', 'completed', 'error', 'updated', 'deleted', 'restored', 'purged'],
  survey: [
    'validating',
    'processing',
    'completed',
    'failed',
    'awaiting_upload',
    'updated',
    'deleted',
    'restored',
    'purged',
  ],
  part: ['processed', 'failed'],
  media: ['linked', 'failed', 'completed', 'error', 'deleted', 'restored', 'purged'],
  respondent: ['erased'],
  export: ['completed', 'failed'],
  bundle: ['completed', 'failed'],
  webhook: ['disabled', 'test'],
} as const

type Verbs = typeof verbsOf
export type EventKind = keyof Verbs
export type EventType = { [Kind in EventKind]: `${Kind}.${Verbs[Kind][number]}` }[EventKind]

export const eventTypes = Object.entries(verbsOf).flatMap(([kind, verbs]) =>
  verbs.map((verb) => `${kind}.${verb}` as EventType),
)

/** Sent to a webhook on request, and not logged. */
export const testEventType = 'webhook.test' satisfies EventType

/** True for a type, and for a kind with an asterisk such as `file.*`. */
export function isEventFilter(text: string): boolean {
  const isKind = text.endsWith('.*') && text.slice(0, -2) in verbsOf
  return isKind || eventTypes.some((type) => type === text)
}

/** The types that match any of the filters. */
export function matchingTypes(filters: readonly string[]): EventType[] {
  return eventTypes.filter((type) =>
    filters.some((filter) => filter === type || filter === `${kindOf(type)}.*`),
  )
}

export const kindOf = (type: string): string => type.slice(0, type.indexOf('.'))
