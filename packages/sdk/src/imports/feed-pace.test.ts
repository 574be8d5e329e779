import { describe, expect, it } from 'vitest'
import { addToPace, type FeedPace, firstPauseMs, longestPauseMs, paceBefore, pauseMs } from './feed-pace.ts'

const callMs = 30
const holdMs = 45_000
const pageItems = 50
const pageEvents = 100

/** Follows imports that end at the given times, oldest first, with a simulated clock and a service that holds calls. */
function simulate(ends: readonly number[]) {
  const reported: number[] = []
  let now = 200
  let calls = 1
  const known = new Set<number>()
  const report = (i: number) => {
    if (known.has(i)) return false
    known.add(i)
    reported.push(Math.max(0, now - (ends[i] ?? 0)))
    return true
  }
  const cursor = now
  let pace = { ended: 0, overMs: 0 }
  const startedAt = now
  let since = now
  let observedMs = 0

  // The lists: newest first, so that the imports that end first are on the last page.
  const pages = Math.ceil(ends.length / pageItems)
  const before: number[] = []
  for (let page = 0; page < pages; page += 1) {
    if (page === 1 && before.length < pageItems / 2) now += firstPauseMs(ends.length)
    now += callMs
    calls += 1
    const to = ends.length - page * pageItems
    for (let i = Math.max(0, to - pageItems); i < to; i += 1)
      if ((ends[i] ?? 0) <= now && report(i)) before.push(ends[i] ?? 0)
  }
  pace = paceBefore(before, { now, observedMs: now - startedAt })
  observedMs = pace.overMs
  since = now

  const log = ends
    .map((at, i) => ({ at, i }))
    .filter(({ at }) => at > cursor)
    .sort((one, other) => one.at - other.at)
  let position = 0
  let reads = 0
  while (known.size < ends.length) {
    const pending = ends.length - known.size
    const state: FeedPace = {
      pending,
      followed: ends.length,
      reads,
      ...pace,
      observedMs: Math.max(observedMs, now - startedAt),
    }
    now += pauseMs(state)
    let ended = 0
    for (let hasMore = true; hasMore; ) {
      const next = log[position]
      if (next && next.at > now) now = Math.min(next.at, now + holdMs)
      now += callMs
      calls += 1
      reads += 1
      let count = 0
      for (; count < pageEvents && (log[position]?.at ?? Number.POSITIVE_INFINITY) <= now; count += 1) {
        if (report(log[position]?.i ?? 0)) ended += 1
        position += 1
      }
      hasMore = (log[position]?.at ?? Number.POSITIVE_INFINITY) <= now
    }
    pace = addToPace(pace, { ended, overMs: now - since })
    since = now
  }
  return {
    calls,
    meanS: reported.reduce((sum, ms) => sum + ms, 0) / reported.length / 1000,
    maxS: Math.max(...reported) / 1000,
    lastS: (now - Math.max(...ends)) / 1000,
  }
}

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return (state + 1) / (2 ** 32 + 1)
  }
}

/** Imports that end independently of each other, at an average rate. */
function endsAtRate(count: number, perSecond: number, random: () => number, startMs = 0): number[] {
  let at = startMs
  return Array.from({ length: count }, () => {
    at += (-Math.log(random()) / perSecond) * 1000
    return at
  })
}

const runs = 200

/** Many runs with different numbers: the median, and the worst. */
function simulateMany(name: string, endsOf: (random: () => number) => number[]) {
  const results = Array.from({ length: runs }, (_, run) => simulate(endsOf(createRandom(run * 7919 + 1))))
  const figure = (of: (result: (typeof results)[number]) => number) => {
    const sorted = results.map(of).sort((one, other) => one - other)
    return { median: sorted[Math.floor(runs / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
  }
  const calls = figure((result) => result.calls)
  const [mean, longest, last] = [
    figure(({ meanS }) => meanS),
    figure(({ maxS }) => maxS),
    figure(({ lastS }) => lastS),
  ]
  const delays = `mean_delay=${mean.median.toFixed(1)} max_delay=${longest.median.toFixed(1)}`
  const worst = `worst_calls=${calls.worst} worst_delay=${longest.worst.toFixed(1)}`
  process.stdout.write(
    `${name}: calls=${calls.median} ${delays} last_delay=${last.median.toFixed(1)} ${worst}\n`,
  )
  return { calls, mean, longest, last }
}

describe('the pace of the event feed', () => {
  it.each([
    // Ends a second, most calls in the worst run, mean and longest delay in the median run.
    [50, 8, 4, 6],
    [5, 9, 8, 20],
    [2, 9, 22, 50],
    [1, 9, 46, 105],
    [0.5, 10, 100, 230],
    [0.3, 10, 120, 245],
    [0.2, 13, 120, 245],
  ])('follows 200 imports that end at %s/s with few calls', (perSecond, mostCalls, meanS, maxS) => {
    const { calls, mean, longest } = simulateMany(`200 imports at ${perSecond}/s`, (random) =>
      endsAtRate(200, perSecond, random),
    )
    expect(calls.worst).toBeLessThanOrEqual(mostCalls)
    expect(mean.median).toBeLessThan(meanS)
    expect(longest.median).toBeLessThan(maxS)
    expect(longest.worst).toBeLessThan(longestPauseMs(200) / 1000 + 1)
  })

  it('follows 200 imports with fewer than ten calls if they end regularly within seven minutes', () => {
    for (const perSecond of [0.5, 0.7, 1, 1.5, 3, 10, 20]) {
      const ends = Array.from({ length: 200 }, (_, i) => ((i + 1) / perSecond) * 1000)
      expect(simulate(ends).calls).toBeLessThanOrEqual(8)
    }
  })

  it('needs few more calls for bursts, stalls and changes of the rate', () => {
    const bursts = simulateMany('4 bursts of 50, one a minute', (random) =>
      [0, 1, 2, 3].flatMap((i) => endsAtRate(50, 20, random, i * 60_000)),
    )
    const stall = simulateMany('100 at 1/s, 5 minutes without an end, 100 at 1/s', (random) => [
      ...endsAtRate(100, 1, random),
      ...endsAtRate(100, 1, random, 400_000),
    ])
    const slower = simulateMany('100 at 2/s, 100 at 0.5/s', (random) => [
      ...endsAtRate(100, 2, random),
      ...endsAtRate(100, 0.5, random, 50_000),
    ])
    const faster = simulateMany('100 at 0.5/s, 100 at 2/s', (random) => [
      ...endsAtRate(100, 0.5, random),
      ...endsAtRate(100, 2, random, 200_000),
    ])
    for (const { calls } of [bursts, stall, slower, faster]) expect(calls.worst).toBeLessThanOrEqual(12)
    const tail = simulateMany('190 at 5/s, 10 at one a minute', (random) => [
      ...endsAtRate(190, 5, random),
      ...endsAtRate(10, 1 / 60, random, 60_000),
    ])
    expect(tail.calls.worst).toBeLessThan(30)
  })

  it('reports the ends of three imports at once, and of a dozen soon', () => {
    const three = simulateMany('3 imports at 0.2/s', (random) => endsAtRate(3, 0.2, random))
    expect(three.calls.worst).toBeLessThanOrEqual(5)
    expect(three.longest.worst).toBeLessThan(0.5)
    const twelve = simulateMany('12 imports at 1/s', (random) => endsAtRate(12, 1, random))
    expect(twelve.calls.worst).toBeLessThanOrEqual(10)
    expect(twelve.longest.worst).toBeLessThan(15)
  })

  it('follows 1,000 imports with one read for every 67, besides the lists', () => {
    const { calls, longest } = simulateMany('1,000 imports at 5/s', (random) => endsAtRate(1000, 5, random))
    expect(calls.worst).toBeLessThanOrEqual(1 + 20 + 17)
    expect(longest.median).toBeLessThan(20)
  })

  it('estimates from ends before the first read, if they are recent and enough', () => {
    const now = 1_000_000
    const observed = { now, observedMs: 5000 }
    expect(paceBefore([now - 4000, now - 1000, now - 3000, now - 2000], observed)).toEqual({
      ended: 3,
      overMs: 3000,
    })
    const assumed = { ended: 4, overMs: 5000 }
    expect(paceBefore([now - 1000, now - 2000], observed)).toEqual(assumed)
    const old = [1, 2, 3, 4, 5].map((i) => now - i * 900_000)
    expect(paceBefore([...old, Number.NEGATIVE_INFINITY], observed)).toEqual(assumed)
  })

  it('waits until the statuses are read, and then as long as nothing has ended', () => {
    const quiet = { pending: 200, followed: 200, reads: 0, ended: 0, overMs: 0, observedMs: 10 }
    expect(pauseMs(quiet)).toBe(15_000)
    expect(pauseMs({ ...quiet, reads: 1, observedMs: 50_000 })).toBe(50_000)
    expect(pauseMs({ ...quiet, reads: 3, observedMs: 500_000 })).toBe(60_000)
    expect(pauseMs({ ...quiet, pending: 3, followed: 3, reads: 3, observedMs: 500_000 })).toBe(75)
  })
})
