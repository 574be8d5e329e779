/** For those who run the instance: queues, jobs, storage, and what was done about them. */
import { type Static, Type } from 'typebox'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { Count, orNull, Time } from './shapes.ts'

export const QueueState = Type.Object({
  name: Type.String(),
  running: Count,
  waiting: Count,
  delayed: Type.Integer({ description: 'Waiting for their next attempt.' }),
  failed: Type.Integer({ description: 'Given up, and neither tried again nor dismissed.' }),
  oldest_waiting_seconds: orNull(Count),
  oldest_running_seconds: orNull(Count),
})
export type QueueState = Static<typeof QueueState>

export const listQueues = defineWorkspaceRoute({
  operationId: 'operator.listQueues',
  method: 'GET',
  path: '/operator/queues',
  summary: 'Every queue and how long its oldest job waits',
  responses: {
    200: Type.Object({ queues: Type.Array(QueueState), dead_letters: Count, stuck: Count }),
  },
})

export const OperatorJob = Type.Object({
  id: Type.String(),
  queue: Type.String(),
  subject: orNull(Type.String({ description: 'The record it works on, as its id.' })),
  attempt: Type.Integer(),
  max_attempts: Type.Integer(),
  started_at: orNull(Time),
  last_sign_at: orNull(
    Type.String({ format: 'date-time', description: 'When its worker was last heard of.' }),
  ),
  next_attempt_at: orNull(Time),
  reason: orNull(Type.String({ description: 'Why the last attempt ended, at most 500 characters.' })),
  created_at: Time,
})
export type OperatorJob = Static<typeof OperatorJob>

export const listStuckJobs = defineWorkspaceRoute({
  operationId: 'operator.listStuckJobs',
  method: 'GET',
  path: '/operator/stuck-jobs',
  summary: 'Jobs whose worker is silent, or that wait for another attempt; the oldest first, at most 100',
  responses: { 200: Type.Object({ jobs: Type.Array(OperatorJob) }) },
})

const JobParams = Type.Object({ job_id: Type.String() })

export const requeueJob = defineWorkspaceRoute({
  operationId: 'operator.requeueJob',
  method: 'POST',
  path: '/operator/stuck-jobs/{job_id}/requeue',
  summary: 'Let a stuck job be taken at once',
  params: JobParams,
  conflict: 'It is no longer stuck.',
  responses: { 200: Type.Object({ count: Count }) },
})

export const listDeadLetters = defineWorkspaceRoute({
  operationId: 'operator.listDeadLetters',
  method: 'GET',
  path: '/operator/dead-letters',
  summary: 'Jobs whose attempts are used up, newest first',
  query: CursorQuery,
  responses: { 200: Type.Object({ ...cursorPageOf('jobs', OperatorJob).properties, count: Count }) },
})

const DeadLetters = Type.Object({
  ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000, description: 'As the list names them.' }),
})

export const retryDeadLetters = defineWorkspaceRoute({
  operationId: 'operator.retryDeadLetters',
  method: 'POST',
  path: '/operator/dead-letters/retry',
  summary: 'Try given-up jobs again',
  description: 'A job whose record has reached its end meanwhile does nothing.',
  body: DeadLetters,
  responses: { 200: Type.Object({ count: Count }) },
})

export const dismissDeadLetters = defineWorkspaceRoute({
  operationId: 'operator.dismissDeadLetters',
  method: 'POST',
  path: '/operator/dead-letters/dismiss',
  summary: 'Forget given-up jobs',
  body: DeadLetters,
  responses: { 200: Type.Object({ count: Count }) },
})

export const storageStates = ['original', 'derived', 'survey_part', 'survey_media', 'trash'] as const

export const getStorage = defineWorkspaceRoute({
  operationId: 'operator.getStorage',
  method: 'GET',
  path: '/operator/storage',
  summary: 'What lies in the object store, by what it is',
  responses: {
    200: Type.Object({
      states: Type.Array(
        Type.Object({
          name: Type.Enum(storageStates),
          count: Count,
          bytes: orNull(Type.Integer({ description: 'null where sizes are not kept.' })),
        }),
      ),
      database_bytes: Count,
      bytes_last_day: Type.Integer({ description: 'Taken in during the last 24 hours.' }),
      measured_at: Time,
    }),
  },
})

export const RecentFailure = Type.Object({
  kind: Type.Enum(['file', 'insight', 'survey', 'media']),
  key: Type.String(),
  team: Type.Object({ id: Type.Integer(), name: Type.String() }),
  code: Type.String(),
  message: Type.String(),
  at: Time,
})
export type RecentFailure = Static<typeof RecentFailure>

export const listFailures = defineWorkspaceRoute({
  operationId: 'operator.listFailures',
  method: 'GET',
  path: '/operator/failures',
  summary: 'What failed last, in all teams, without names of files; at most 100',
  responses: { 200: Type.Object({ failures: Type.Array(RecentFailure) }) },
})

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Time,
  by: Type.Object({ id: Type.Integer(), name: Type.String() }),
  action: Type.String({ description: 'The operation, e.g. operator.retryDeadLetters.' }),
  subject: Type.String(),
  details: Type.Unknown(),
})
export type AuditEntry = Static<typeof AuditEntry>

export const listAudit = defineWorkspaceRoute({
  operationId: 'operator.listAudit',
  method: 'GET',
  path: '/operator/audit',
  summary: 'Who did what, newest first',
  query: CursorQuery,
  responses: { 200: cursorPageOf('entries', AuditEntry) },
})
