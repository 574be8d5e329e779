/**
 * The stream of changes: server-sent events of one session. Three kinds of event come:
 * `ready` once nothing is missed any more, so that what is read after it stays true; `change` with a Change as its
 * data; and `resync`: something may have been missed, so what is shown has to be read again. No event is ever sent a
 * second time; a client that reconnects is told to resync.
 */
import { type Static, Type } from 'typebox'
import { defineWorkspaceRoute } from './route.ts'

/** media: a file sent with a survey. participant, api_key, member and team belong to the whole team. */
export const changeKinds = [
  'file',
  'insight',
  'survey',
  'media',
  'project',
  'participant',
  'api_key',
  'member',
  'team',
] as const

export const Change = Type.Object({
  kind: Type.Enum(changeKinds),
  key: Type.String({
    description: 'wav_key, insight_key, upload_key, client_id of an API key, or an id, by kind.',
  }),
  project_id: Type.Integer({ description: '0 for what belongs to the whole team.' }),
  change: Type.Enum(['status', 'progress', 'details', 'removed'], {
    description:
      'status: it is in another one. progress: further in the same. details: name, sharing or the like.',
  }),
})
export type Change = Static<typeof Change>

export const streamChanges = defineWorkspaceRoute({
  operationId: 'changes.stream',
  method: 'GET',
  path: '/events',
  summary: 'Follow the changes of what one can open',
  responses: { 200: Type.String({ description: 'text/event-stream' }) },
})
