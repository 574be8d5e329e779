/** Queries that workers and scrapes run on their own, whatever the size of the database. All are rolled back. */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { deleteAbandonedFiles, failStuckFiles } from '@inlet/server/src/features/files/files.public.ts'
import {
  deleteAbandonedInsights,
  failStuckInsights,
} from '@inlet/server/src/features/insights/insights.public.ts'
import {
  readStoredBytes,
  readSystemMetrics,
} from '@inlet/server/src/features/maintenance/metrics/metrics.repo.ts'
import { listUnindexed } from '@inlet/server/src/features/search-index/texts.repo.ts'
import { listUnlinked, takeAbandoned } from '@inlet/server/src/features/surveys/survey-sweep.repo.ts'
import { measureStorage } from '@inlet/server/src/features/system/system.repo.ts'
import type { Tx } from '@inlet/server/src/platform/db/database.ts'
import { readQueueMetrics } from '@inlet/server/src/platform/jobs/inspect-jobs.ts'
import { median } from './probe.ts'

const failure = { code: 'gave_up' as const, message: 'All attempts failed.' }

const upkeep: Record<string, (tx: Tx) => Promise<unknown>> = {
  'metrics: queues': readQueueMetrics,
  'metrics: system': readSystemMetrics,
  'metrics: stored bytes': readStoredBytes,
  'operator: storage': measureStorage,
  'sweep: stuck files': (tx) => failStuckFiles(tx, failure, 'any'),
  'sweep: stuck insights': (tx) => failStuckInsights(tx, failure, 'any'),
  'sweep: abandoned files': (tx) => deleteAbandonedFiles(tx, 24, 500),
  'sweep: abandoned insights': (tx) => deleteAbandonedInsights(tx, 24, 500),
  'sweep: abandoned surveys': (tx) => takeAbandoned(tx, 24, 100),
  'sweep: unlinked media': listUnlinked,
  'sweep: unindexed': (tx) => listUnindexed(tx, 'page', 2000),
}

class Undo extends Error {}

export async function timeUpkeep({ db }: Deps, runs: number): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const [name, work] of Object.entries(upkeep)) {
    const taken: number[] = []
    for (let i = 0; i < runs; i += 1) {
      const startedAt = performance.now()
      await db
        .transaction()
        .execute(async (tx) => {
          await work(tx)
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      taken.push(performance.now() - startedAt)
    }
    times.set(name, median(taken))
  }
  return times
}
