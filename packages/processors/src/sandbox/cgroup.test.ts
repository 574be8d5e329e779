import { expect, it } from 'vitest'
import { parseOomKill } from './cgroup.ts'

const events = (counts: object) =>
  Object.entries({ low: 0, high: 0, max: 0, oom: 0, oom_kill: 0, oom_group_kill: 0, ...counts })
    .map(([name, count]) => `${name} ${count}\n`)
    .join('')

it('distinguishes a run that exceeded its own limit from a victim of others', () => {
  expect(parseOomKill(events({}))).toBeNull()
  expect(parseOomKill(events({ max: 9, oom: 1, oom_kill: 3, oom_group_kill: 1 }))).toBe('limit')
  expect(parseOomKill(events({ oom_kill: 1 }))).toBe('machine')
  expect(parseOomKill('')).toBeNull()
})
