/** Queue states, stuck jobs and dead letters. */
import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type {
  listDeadLetters as lettersRoute,
  OperatorJob,
  listQueues as queuesRoute,
} from '@inlet/contract/workspace'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isTimestamp, readCursorPage } from '../../platform/http/cursor.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import {
  countDeadLetters,
  countStuckJobs,
  listStuckJobs as findStuckJobs,
  listDeadLetters as listLetters,
  listQueueStates,
  type UnfinishedJob,
} from '../../platform/jobs/inspect-jobs.ts'

const maxStuck = 100

export async function listQueues({ db }: { db: Db }): Promise<RouteResponse<typeof queuesRoute, 200>> {
  const [queues, dead_letters, stuck] = await Promise.all([
    listQueueStates(db),
    countDeadLetters(db),
    countStuckJobs(db),
  ])
  return { queues, dead_letters, stuck }
}

export async function listStuckJobs({ db }: { db: Db }): Promise<{ jobs: OperatorJob[] }> {
  return { jobs: (await findStuckJobs(db, maxStuck)).map(viewJob) }
}

export async function listDeadLetters(
  { db }: { db: Db },
  query: RouteQuery<typeof lettersRoute>,
): Promise<RouteResponse<typeof lettersRoute, 200>> {
  const page = readCursorPage(query, ([at, id]) =>
    isTimestamp(at) && typeof id === 'string' && isRecordKey(id) ? { at, id } : undefined,
  )
  const [found, count] = await Promise.all([
    listLetters(db, { after: page.after, limit: page.limit + 1 }),
    countDeadLetters(db),
  ])
  const { rows, next_cursor } = cutPage(found, page, (row) => [row.cursor_at, row.id])
  return { jobs: rows.map(viewJob), next_cursor, count }
}

function viewJob({ cursor_at: _cursor, ...row }: UnfinishedJob): OperatorJob {
  return {
    ...row,
    started_at: row.started_at?.toISOString() ?? null,
    last_sign_at: row.last_sign_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
