/** The minimum time that the call limit imposes on an import, before the speed of the network is known. */
import type { Inlet } from '@inlet/sdk'

const defaultCallsPerMinute = 20
const windowSeconds = 60
/** Items on a page of a list. */
const pageItems = 50

/** The limit of the key, or the default until an answer has reported it. */
export function callsPerMinute({ callUsage }: Pick<Inlet, 'callUsage'>): number {
  return callUsage.callsPerMinute ?? defaultCallsPerMinute
}

/** Calls that an import still needs: initialize and complete for each file, and the list pages to follow them. */
export function countCalls({
  start,
  complete,
  follow,
}: {
  start: number
  complete: number
  follow: number
}): number {
  const followed = start + complete + follow
  return start * 2 + complete + Math.ceil(followed / pageItems)
}

/** How long after the first call the last one can be made. */
export function secondsForCalls(calls: number, limit: number): number {
  return calls === 0 ? 0 : Math.floor((calls - 1) / limit) * windowSeconds
}
