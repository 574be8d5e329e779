import { isEventFilter, matchingTypes } from '@inlet/contract'
import { invalidField } from '../../platform/errors.ts'

/** The selected event types; null for all. An unknown type is an error, so that a typo does not go unnoticed. */
export function readEventTypes(filters: readonly string[], field = 'types'): string[] | null {
  if (filters.length === 0) return null
  const unknown = filters.find((filter) => !isEventFilter(filter))
  if (unknown !== undefined)
    throw invalidField(
      field,
      `contains ${JSON.stringify(unknown)}, which is not an event type; use types such as file.completed, or file.* for all of a kind`,
    )
  return matchingTypes(filters)
}
