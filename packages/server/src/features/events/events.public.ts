/** Events, for other features. */

export { viewEvent } from './event.view.ts'
export { readEventTypes } from './event-filter.ts'
export type { EventWaits } from './event-waits.ts'
export {
  dropOldEvents,
  type EventRow,
  eventColumns,
  isPresent,
  isVisibleEvent,
  logEvents,
  type OrNull,
} from './events.repo.ts'
