/**
 * When the event log is read next. Imports end one by one, so a read for each end would take as many calls as polling. A
 * number of reads is planned for the imports that are followed, and spread over the time that they are expected to take.
 */

/** A number of ends, and the time in which they came. */
export interface Ends {
  ended: number
  overMs: number
}

export interface FeedPace extends Ends {
  /** The imports that are followed now. */
  pending: number
  /** The imports that were followed since the feed started. */
  followed: number
  /** The reads of the log so far. */
  reads: number
  /** For how long ends have been observed. */
  observedMs: number
}

const longestPausePerImportMs = 1200
const longestPauseOfAllMs = 240_000
const longestFirstPauseMs = 5000
const firstPausePerImportMs = 25
/** While none ends, a pause is as long as the time without an end, up to this. */
const longestBlindPauseMs = 60_000
const fewImports = 3
const lastOfMany = 2
const eventsPerPage = 100
/** An early estimate may be wrong by far, so no pause is longer than so many times the time observed. */
const growth = 15
/** The statuses are read first, since they show how fast imports end. This is how long the log waits for them. */
const statusesMs = 15_000
const fewestReads = 3
const mostReadsOfSmallSets = 6
const importsPerListPage = 50
const importsPerRead = 67

/** With one call for the cursor and four for the lists, 200 imports take eight calls. A ninth is left for a wrong estimate. */
function plannedReads(followed: number): number {
  const listPages = Math.ceil(followed / importsPerListPage)
  return Math.max(fewestReads, mostReadsOfSmallSets - listPages, Math.ceil(followed / importsPerRead))
}

/** The longest delay of a report: 1.2 seconds for each import that is followed, and at most four minutes. */
export function longestPauseMs(followed: number): number {
  return Math.min(longestPauseOfAllMs, longestPausePerImportMs * followed)
}

/** Long enough to see how fast imports end. */
export function firstPauseMs(followed: number): number {
  return Math.min(longestFirstPauseMs, firstPausePerImportMs * followed)
}

/** The pause after a read. The read itself is held by the service until there is an event. */
export function pauseMs({ pending, followed, reads, ended, overMs, observedMs }: FeedPace): number {
  const shortMs = firstPauseMs(followed)
  const longestMs = pending <= reportedAtOnce(followed) ? shortMs : longestPauseMs(followed)
  if (ended === 0)
    return Math.min(longestMs, reads === 0 ? statusesMs : Math.min(longestBlindPauseMs, observedMs))
  const expectedMs = (overMs / ended) * importsUntilRead(pending, plannedReads(followed) - reads)
  return Math.min(longestMs, expectedMs, Math.max(shortMs, growth * observedMs))
}

/** The ends of so few imports are reported almost at once. Each costs a call, so of a larger set only the last two are. */
const reportedAtOnce = (followed: number): number => (followed <= fewImports ? followed : lastOfMany)

/** The last read must find all of them: three standard deviations later than expected. */
function importsUntilRead(pending: number, readsLeft: number): number {
  if (readsLeft > 1) return Math.min(eventsPerPage, pending / readsLeft)
  return pending > eventsPerPage ? eventsPerPage : pending + 3 * Math.sqrt(pending)
}

/** Ends before the last one that are older say nothing about now. */
const longestPastMs = 10 * 60_000
const fewestEnds = 4
const mostEnds = 50

/**
 * How fast imports ended before the first read. If too few did to tell, as many are assumed: then they take longer than
 * that, and the first read is rather too early.
 */
export function paceBefore(
  endTimes: readonly number[],
  { now, observedMs }: { now: number; observedMs: number },
): Ends {
  const recent = endTimes.filter((at) => at > now - longestPastMs).sort((one, other) => other - one)
  const last = recent.slice(0, mostEnds)
  const overMs = (last[0] ?? 0) - (last.at(-1) ?? 0)
  return last.length < fewestEnds
    ? { ended: fewestEnds, overMs: observedMs }
    : { ended: last.length - 1, overMs }
}

/** Earlier ends count half with every read, so that the pace follows changes. */
export function addToPace(pace: Ends, seen: Ends): Ends {
  return { ended: pace.ended / 2 + seen.ended, overMs: pace.overMs / 2 + seen.overMs }
}
