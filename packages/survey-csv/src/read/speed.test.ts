import { expect, it } from 'vitest'
import { openSurvey } from './open-survey.ts'

const row =
  '12345,2025-01-02 10:11:12,Very satisfied,Yes,9,Mostly in the morning before work,anna@example.org,South\n'

it('reads 40 MB of plain rows at the speed of the machine, not of its input', async () => {
  const bytes = new TextEncoder().encode(`a,b,c,d,e,f,g,h\n${row.repeat(40_000_000 / row.length)}`)
  const before = process.cpuUsage()
  const survey = await openSurvey([bytes], { maxRows: Number.MAX_SAFE_INTEGER })
  let rows = 0
  for await (const batch of survey.responses) rows += batch.length
  const { user, system } = process.cpuUsage(before)
  const megabytesPerSecond = bytes.length / (user + system)
  console.info(`Read ${rows} rows at ${megabytesPerSecond.toFixed(0)} MB per second of processor time`)
  expect(rows).toBe(Math.floor(40_000_000 / row.length))
  // A floor that only something quadratic falls through; the figure itself is for people to read.
  expect(megabytesPerSecond).toBeGreaterThan(10)
}, 60_000)
