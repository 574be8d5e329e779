import type { EventType, LoggedEvent } from '../contract.ts'

/** An event of the log. Newer services may send other types; editors complete the known ones. */
export type InletEvent = Omit<LoggedEvent, 'type'> & { type: EventType | (string & {}) }

/** All types of a kind, such as `file.*`. */
type KindFilter = EventType extends `${infer Kind}.${string}` ? `${Kind}.*` : never

/** A type such as `file.completed`, or all types of a kind such as `file.*`. */
export type EventFilter = EventType | KindFilter | (string & {})
