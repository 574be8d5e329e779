/**
 * Many files at the usual allowance of a key: no call is refused, it takes hardly longer than the limit itself
 * dictates, and the memory stays small. With INLET_FULL 200 files, which take some 21 minutes.
 */
import { basename } from 'node:path'
import { expect, inject, it } from 'vitest'
import { countCalls, secondsForCalls } from '../src/imports/call-time.ts'
import { makeKey } from './admin.ts'
import { makePerson, makeProject, recordsOf } from './command.ts'
import { makeFolder } from './folder.ts'
import { makeMixed } from './samples.ts'

const count = process.env['INLET_FULL'] ? 200 : 11
const limit = 20

async function countRefusals(): Promise<number> {
  const metrics = await (await fetch(`${inject('baseUrl')}/metrics`)).text()
  const lines = metrics.match(/^inlet_rate_limited_total\{.*\} (\d+)$/gm) ?? []
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

it(`imports ${count} mixed files within 1.2 times what the call limit dictates, without a refusal`, async () => {
  const person = await makePerson({ key: await makeKey(inject('systemEnv')) })
  const projectId = await makeProject('Bulk')
  const files = makeMixed(count)
  const folder = await makeFolder(files)
  const refusedBefore = await countRefusals()
  const { summary, seconds, peakMiB, items } = await person.lines('import', folder, '-p', String(projectId))
  const dictated = secondsForCalls(countCalls({ start: count, complete: 0, follow: 0 }), limit)
  const refused = (await countRefusals()) - refusedBefore
  console.log(
    `bulk files=${count} seconds=${seconds.toFixed(1)} dictated=${dictated} ratio=${(seconds / dictated).toFixed(2)} calls=${summary['calls']} refused=${refused} peak_rss_MiB=${Math.round(peakMiB)}`,
  )
  expect([refused, summary['refused']]).toEqual([0, 0])
  expect(seconds).toBeLessThan(1.2 * dictated)
  expect(peakMiB).toBeLessThan(200)
  expect(items.filter((item) => 'file' in item && item['status'] !== 'completed')).toEqual([])
  const names = Object.values(await recordsOf(projectId)).flat()
  expect(names.sort()).toEqual(
    Object.keys(files)
      .map((path) => basename(path))
      .sort(),
  )
}, 3_600_000)
