import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { defineRoute } from '../route.ts'
import { waitParameter } from '../wait.ts'
import { eventTypes } from './event-types.ts'

export const maxEventPage = 100

const EventData = Type.Object(
  {
    project_id: orNull(Type.Integer()),
    insight_key: Type.Optional(Type.String()),
    insight_state: Type.Optional(Type.Enum([0, 1, 2])),
    wav_key: Type.Optional(Type.String()),
    upload_key: Type.Optional(Type.String()),
    survey_key: Type.Optional(Type.String()),
    part_number: Type.Optional(Type.Integer()),
    media_key: Type.Optional(Type.String()),
    respondent_id: Type.Optional(Type.Integer()),
    export_key: Type.Optional(Type.String()),
    bundle_key: Type.Optional(Type.String()),
    webhook_key: Type.Optional(Type.String()),
    disabled_reason: Type.Optional(Type.String()),
    status: Type.Optional(
      Type.String({ description: 'Status after the change, in the words of the status call.' }),
    ),
    external_id: orNull(Type.String()),
    links: Type.Object(
      { status: Type.Optional(Type.String({ description: 'Path of the status of the import.' })) },
      { description: 'Where to read the record. Empty where there is nothing to read.' },
    ),
  },
  { description: 'Identifiers and status of the record; no names, texts or e-mail addresses.' },
)

export const Event = Type.Object({
  id: Type.String({ pattern: '^evt_[0-9A-Za-z]+$' }),
  type: Type.String({
    examples: ['file.completed'],
    description: `The kind of record, and its new status or what happened. New types may be added: ${eventTypes.map((type) => `\`${type}\``).join(', ')}.`,
  }),
  timestamp: Type.String({ format: 'date-time', description: 'Time of the change in UTC.' }),
  data: EventData,
})
export type Event = Static<typeof Event>

export const EventFilterQuery = {
  types: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Comma-separated types; `file.*` selects all types of a kind. Default: all.',
      examples: ['file.completed,survey.*'],
    }),
  ),
  project_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only events of this project.' })),
}

export const listEvents = defineRoute({
  operationId: 'events.list',
  method: 'GET',
  path: '/api/v1/developer/events',
  tag: 'Events',
  summary: 'Read the event log',
  description:
    'Lists the changes of the records that this API key can access, oldest first. Pass next_cursor as after to continue without a gap; with wait, the call returns as soon as there is something new.',
  scopes: ['event:read'],
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        description:
          'next_cursor of an earlier call. Default: the oldest retained event. "latest" returns an empty page whose cursor means "from now on".',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxEventPage,
        description: `Events per page; higher values are capped at ${maxEventPage}. Default: 50.`,
      }),
    ),
    ...EventFilterQuery,
    wait: waitParameter('How long to wait for an event if the page would be empty.'),
  }),
  responses: {
    200: Type.Object({
      events: Type.Array(Event),
      next_cursor: Type.String(),
      has_more: Type.Boolean({
        description: 'True if the next call will find more of the log. A page can be empty all the same.',
      }),
    }),
  },
})
