/**
 * The change stream: server-sent events of one session. `ready`: from now on no change is missed, so data read after
 * it stays current. `change`: carries a Change. `resync`: changes may have been missed, so the client must reload
 * what it shows. Events are never repeated; a client that reconnects receives resync.
 */
import { type Static, Type } from 'typebox'
import { defineWorkspaceRoute } from './route.ts'

/** media: a media file of a survey. participant, api_key, member and team belong to the whole team. */
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
  project_id: Type.Integer({ description: '0 for records of the whole team.' }),
  change: Type.Enum(['status', 'progress', 'details', 'removed'], {
    description:
      'status: the status changed. progress: progress within the same status. details: name, sharing and the like.',
  }),
})
export type Change = Static<typeof Change>

export const streamChanges = defineWorkspaceRoute({
  operationId: 'changes.stream',
  method: 'GET',
  path: '/changes',
  summary: 'Stream changes of accessible records',
  responses: { 200: Type.String({ description: 'text/event-stream' }) },
})
