/** Reads the event log from a cursor, and waits for the next event at its end. */
import type { RouteQuery, RouteResponse, listEvents as route } from '@inlet/contract'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Waiting } from '../../platform/http/wait.ts'
import { viewEvent } from './event.view.ts'
import type { EventCursor } from './event-cursor.ts'
import { readEventCursor, writeEventCursor } from './event-cursor.ts'
import { readEventTypes } from './event-filter.ts'
import type { EventWaits } from './event-waits.ts'
import { findEvents, type LogBounds, logEvents, readBounds } from './events.repo.ts'

export interface EventDeps {
  db: Db
  config: Pick<Config, 'INLET_EVENT_RETENTION_DAYS'>
  eventWaits: EventWaits
}

type Answer = RouteResponse<typeof route, 200>

const defaultLimit = 50

export async function listEvents(
  { db, config, eventWaits }: EventDeps,
  waiting: Waiting,
  query: RouteQuery<typeof route>,
): Promise<Answer> {
  const search = {
    types: readEventTypes(commaList(query.types)),
    projectId: query.project_id ?? null,
    limit: query.limit ?? defaultLimit,
  }
  const retentionDays = config.INLET_EVENT_RETENTION_DAYS
  await logEvents(db)
  const start = startOf(query.after, await readBounds(db, retentionDays))
  if (start === 'latest') return emptyPage((await readBounds(db, retentionDays)).end)

  let after = start
  const read = async (): Promise<Answer> => {
    await logEvents(db)
    // Before the search: what is logged in between is found, or has a higher position.
    const { end } = await readBounds(db, retentionDays)
    const { events, last, has_more } = await findEvents(db, await waiting.principal(), { ...search, after })
    after = furthest(has_more ? [last ?? after] : [after, end, last ?? end])
    return { events: events.map(viewEvent), next_cursor: writeEventCursor(after), has_more }
  }
  return eventWaits.poll({
    ...waiting,
    read,
    isFinal: ({ events, has_more }) => events.length > 0 || has_more,
  })
}

const commaList = (text = ''): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

function startOf(after: string | undefined, { end, oldest_day }: LogBounds): EventCursor | 'latest' {
  if (after === 'latest') return after
  if (after === undefined || after === '') return { day: oldest_day, position: 0 }
  const cursor = readEventCursor(after)
  if (!cursor || cursor.position > end.position || cursor.day > end.day) throw new AppError('invalid_cursor')
  if (cursor.day < oldest_day) throw new AppError('cursor_expired')
  return cursor
}

const emptyPage = (end: EventCursor): Answer => ({
  events: [],
  next_cursor: writeEventCursor(end),
  has_more: false,
})

/** At the end of the log the cursor takes the current day, so that it does not expire while nothing happens. */
function furthest(cursors: readonly EventCursor[]): EventCursor {
  const days = cursors.map(({ day }) => day).sort()
  return { day: days.at(-1) ?? '', position: Math.max(...cursors.map(({ position }) => position)) }
}
