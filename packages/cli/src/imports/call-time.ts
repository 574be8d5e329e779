/** How long the call limit makes an import take, before anything is known about the network. */

export const usualLimit = 20
const windowSeconds = 60
/** Items on a page of a list. */
const pageItems = 50

/** Calls for files that are not begun yet: initialize and complete for each, and the lists until all are seen. */
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

/** When the last of so many calls may be made, the first being made at once. */
export function secondsForCalls(calls: number, limit: number): number {
  return calls === 0 ? 0 : Math.floor((calls - 1) / limit) * windowSeconds
}
