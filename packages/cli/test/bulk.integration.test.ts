/**
 * Imports many files at the default call limit: no call is refused, it takes hardly longer than the limit requires, and
 * memory use stays small. With INLET_FULL 200 files, which take about 21 minutes.
 */
import { basename } from 'node:path'
import { expect, inject, it } from 'vitest'
import { countCalls, secondsForCalls } from '../src/imports/call-time.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser, readLines, recordsOf } from './command.ts'
import { makeFolder } from './folder.ts'
import { makeMixed } from './samples.ts'

const count = process.env['INLET_FULL'] ? 200 : 21
const limit = 20

async function countRefusals(): Promise<number> {
  const metrics = await (await fetch(`${inject('baseUrl')}/metrics`)).text()
  const lines = metrics.match(/^inlet_rate_limited_total\{.*\} (\d+)$/gm) ?? []
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

it(`imports ${count} mixed files within 1.2 times the minimum time at the call limit, without a refused call`, async () => {
  const user = await makeUser({ key: await makeKey(inject('systemEnv')) })
  const projectId = await makeProject('Bulk')
  const files = makeMixed(count)
  const folder = await makeFolder(files)
  const refusedBefore = await countRefusals()
  const run = user.start('import', folder, '-p', String(projectId), '--json')
  const { stdout, seconds, peakMiB } = await run.ended
  const { summary, items } = readLines(stdout)
  const minimum = secondsForCalls(countCalls({ start: count, complete: 0, follow: 0 }), limit)
  const refused = (await countRefusals()) - refusedBefore
  console.log(
    `bulk files=${count} seconds=${seconds.toFixed(1)} minimum=${minimum} ratio=${(seconds / minimum).toFixed(2)} calls=${summary['calls']} refused=${refused} peak_rss_MiB=${Math.round(peakMiB)}`,
  )
  expect([refused, summary['refused']]).toEqual([0, 0])
  expect(seconds).toBeLessThan(1.2 * minimum)
  expect(peakMiB).toBeLessThan(200)
  expect(items.filter((item) => 'file' in item && item['status'] !== 'completed')).toEqual([])
  const names = Object.values(await recordsOf(projectId)).flat()
  expect(names.sort()).toEqual(
    Object.keys(files)
      .map((path) => basename(path))
      .sort(),
  )
}, 3_600_000)
