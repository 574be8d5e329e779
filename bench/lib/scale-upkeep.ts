/** What workers and scrapes ask of the database by themselves, however much is in it. Nothing of it is kept. */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { deleteAbandonedFiles, failStuckFiles } from '@inlet/server/src/features/files/files.public.ts'
import {
  deleteAbandonedInsights,
  failStuckInsights,
} from '@inlet/server/src/features/insights/insights.public.ts'
import {
  readQueueFigures,
  readStoredBytes,
  readSystemFigures,
} from '@inlet/server/src/features/maintenance/figures.repo.ts'
import { measureStorage } from '@inlet/server/src/features/operator/operator.repo.ts'
import { listUnindexed } from '@inlet/server/src/features/search/texts.repo.ts'
import { listUnlinked, takeAbandoned } from '@inlet/server/src/features/surveys/survey-sweep.repo.ts'
import type { Tx } from '@inlet/server/src/platform/db/database.ts'
import { median } from './probe.ts'

const failure = { code: 'gave_up', message: 'It was given up.' }

const upkeep: Record<string, (tx: Tx) => Promise<unknown>> = {
  'metrics: queues': readQueueFigures,
  'metrics: system': readSystemFigures,
  'metrics: stored bytes': readStoredBytes,
  'operator: storage': measureStorage,
  'sweep: stuck files': (tx) => failStuckFiles(tx, failure),
  'sweep: stuck insights': (tx) => failStuckInsights(tx, failure),
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
