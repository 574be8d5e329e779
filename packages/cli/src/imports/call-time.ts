/** The minimum time that the call limit imposes on an import, before the speed of the network is known. */
import type { Inlet } from '@inlet/sdk'
import { maxBatchItems } from './batched-records.ts'
import { type GroupableTask, isForGroup, isToBeInitialized } from './groups.ts'
import type { NextStep } from './import-task.ts'

const defaultCallsPerMinute = 20
const windowSeconds = 60

/** The limit of the key, or the default until an answer has reported it. */
export function callsPerMinute({ callUsage }: Pick<Inlet, 'callUsage'>): number {
  return callUsage.callsPerMinute ?? defaultCallsPerMinute
}

/**
 * Calls that an import still needs: initialize and complete, which small files share, and to resume a file also what has
 * arrived and URLs of the rest. With the scope `event:read`, following them takes none.
 */
export function countCalls(tasks: readonly GroupableTask[]): number {
  const shared = tasks.filter(isForGroup)
  const started = shared.filter(isToBeInitialized).length
  const alone = tasks.filter((task) => !isForGroup(task))
  const callsOf = ({ next: { step } }: GroupableTask) => callsAlone[step]
  return (
    countBatches(started) + countBatches(shared.length) + alone.reduce((sum, task) => sum + callsOf(task), 0)
  )
}

const callsAlone: Record<NextStep['step'], number> = {
  start: 2,
  resume: 3,
  complete: 1,
  follow: 0,
  nothing: 0,
}

export const countBatches = (files: number): number => Math.ceil(files / maxBatchItems)

/** How long after the first call the last one can be made. */
export function secondsForCalls(calls: number, limit: number): number {
  return calls === 0 ? 0 : Math.floor((calls - 1) / limit) * windowSeconds
}
