import { expect, it } from 'vitest'
import { parseEmail, parseName, parseNps, parseOpenEnded, parseSingleChoice } from './parse-cell.ts'
import { parseMultiChoice, parseRanking } from './parse-choices.ts'
import { parseTimestamp } from './parse-timestamp.ts'

const calls = 100_000
const text = 'I like it mostly, but the search is slow and the filters forget what I chose. '.repeat(6)

const kinds: Record<string, (index: number) => unknown> = {
  'ISO timestamp': (index) => parseTimestamp(`2025-01-${10 + (index % 20)} 10:11:12`, 'undecided'),
  timestamp: (index) => parseTimestamp(`3/${1 + (index % 28)}/2025 4:01:12 PM`, 'month-first'),
  NPS: (index) => parseNps(String(index % 11)),
  'single choice': (index) => parseSingleChoice(`Very satisfied ${index % 5}`),
  'multi choice': (index) => parseMultiChoice(`Slack, Jira, Other (phone, fax), Option ${index % 9}`, ','),
  ranking: (index) => parseRanking(`Price > Quality > Speed ${index % 9}`, '>'),
  email: (index) => parseEmail(`anna${index}@example.org`),
  name: (index) => parseName(`Anna Berg ${index % 100}`),
  'open-ended': (index) => parseOpenEnded(`${text}${index}`),
}

it('parses a million cells of any type within 20 seconds of CPU time', () => {
  const results = Object.entries(kinds).map(([kind, convert]) => {
    let read = 0
    const before = process.cpuUsage()
    for (let index = 0; index < calls; index++) if (convert(index) !== null) read++
    const { user, system } = process.cpuUsage(before)
    expect(read, kind).toBe(calls)
    // Far above the usual value, so that only a severe regression fails.
    const millisecondsPerMillion = (user + system) / 1000 / (calls / 1e6)
    expect(millisecondsPerMillion, kind).toBeLessThan(20_000)
    return `${kind} ${millisecondsPerMillion.toFixed(0)}`
  })
  console.info(`CPU milliseconds per million cells: ${results.join(', ')}`)
}, 60_000)
