/** For operators: queues, jobs, storage and the audit log. */
import { type Static, Type } from 'typebox'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { Count, orNull, Time } from './shapes.ts'

export const QueueState = Type.Object({
  name: Type.String(),
  running: Count,
  waiting: Count,
  delayed: Type.Integer({ description: 'Jobs waiting for a retry.' }),
  failed: Type.Integer({ description: 'Failed jobs that were neither retried nor dismissed.' }),
  oldest_waiting_seconds: orNull(Count),
  oldest_running_seconds: orNull(Count),
})
export type QueueState = Static<typeof QueueState>

export const listQueues = defineWorkspaceRoute({
  operationId: 'system.listQueues',
  method: 'GET',
  path: '/system/queues',
  summary: 'List all queues with the age of their oldest job',
  responses: {
    200: Type.Object({ queues: Type.Array(QueueState), dead_letters: Count, stuck: Count }),
  },
})

export const OperatorJob = Type.Object({
  id: Type.String(),
  queue: Type.String(),
  subject: orNull(Type.String({ description: 'Id of the record that the job processes.' })),
  attempt: Type.Integer(),
  max_attempts: Type.Integer(),
  started_at: orNull(Time),
  last_sign_at: orNull(Type.String({ format: 'date-time', description: 'Last heartbeat of its worker.' })),
  next_attempt_at: orNull(Time),
  reason: orNull(Type.String({ description: 'Why the last attempt failed, up to 500 characters.' })),
  created_at: Time,
})
export type OperatorJob = Static<typeof OperatorJob>

export const listStuckJobs = defineWorkspaceRoute({
  operationId: 'system.listStuckJobs',
  method: 'GET',
  path: '/system/stuck-jobs',
  summary: 'List jobs that wait for a retry or whose worker sends no heartbeats; oldest first, up to 100',
  responses: { 200: Type.Object({ jobs: Type.Array(OperatorJob) }) },
})

const JobParams = Type.Object({ job_id: Type.String() })

export const requeueJob = defineWorkspaceRoute({
  operationId: 'system.requeueJob',
  method: 'POST',
  path: '/system/stuck-jobs/{job_id}/requeue',
  summary: 'Requeue a stuck job',
  params: JobParams,
  conflict: 'It is no longer stuck.',
  responses: { 200: Type.Object({ count: Count }) },
})

export const listDeadLetters = defineWorkspaceRoute({
  operationId: 'system.listDeadLetters',
  method: 'GET',
  path: '/system/dead-letters',
  summary: 'List failed jobs, newest first',
  query: CursorQuery,
  responses: { 200: Type.Object({ ...cursorPageOf('jobs', OperatorJob).properties, count: Count }) },
})

const DeadLetters = Type.Object({
  ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000, description: 'Ids from the list.' }),
})

export const retryDeadLetters = defineWorkspaceRoute({
  operationId: 'system.retryDeadLetters',
  method: 'POST',
  path: '/system/dead-letters/retry',
  summary: 'Retry failed jobs',
  description: 'A job whose record has reached a final status does nothing.',
  body: DeadLetters,
  responses: { 200: Type.Object({ count: Count }) },
})

export const dismissDeadLetters = defineWorkspaceRoute({
  operationId: 'system.dismissDeadLetters',
  method: 'POST',
  path: '/system/dead-letters/dismiss',
  summary: 'Dismiss failed jobs',
  body: DeadLetters,
  responses: { 200: Type.Object({ count: Count }) },
})

export const storageStates = ['original', 'derived', 'survey_part', 'survey_media', 'trash'] as const

export const getStorage = defineWorkspaceRoute({
  operationId: 'system.getStorage',
  method: 'GET',
  path: '/system/storage',
  summary: 'Get the usage of the object store by kind',
  responses: {
    200: Type.Object({
      states: Type.Array(
        Type.Object({
          name: Type.Enum(storageStates),
          count: Count,
          bytes: orNull(Type.Integer({ description: 'null where sizes are not tracked.' })),
        }),
      ),
      database_bytes: Count,
      bytes_last_day: Type.Integer({ description: 'Accepted during the last 24 hours.' }),
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
  operationId: 'system.listFailures',
  method: 'GET',
  path: '/system/failures',
  summary: 'List recent failures of all teams, without file names; up to 100',
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
  operationId: 'system.listAudit',
  method: 'GET',
  path: '/system/audit',
  summary: 'List the audit log, newest first',
  query: CursorQuery,
  responses: { 200: cursorPageOf('entries', AuditEntry) },
})
