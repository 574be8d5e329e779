/**
 * Kills an import with SIGKILL several times, at moments spread over all steps: in the end the service has each file
 * once. With INLET_FULL 200 files and 20 kills.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { makeKey } from './admin.ts'
import { type CliUser, makeProject, makeUser, recordsOf } from './command.ts'
import { makeFolder } from './folder.ts'
import { until } from './until.ts'

const isFull = Boolean(process.env['INLET_FULL'])
const [count, kills] = isFull ? [200, 20] : [30, 3]
/** Journal lines per file. */
const linesPerFile = 5

async function countLines({ home }: CliUser): Promise<number> {
  const folder = join(home, '.local/state/inlet/journals')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.join('').split('\n').length
}

it(`${count} files survive ${kills} kills, none twice and none missing`, async () => {
  const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--limit', '1000') })
  const projectId = await makeProject('Kills')
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`note-${i}.txt`, `Text ${i} of many.`]),
  )
  const folder = await makeFolder(files)
  const args = ['import', folder, '-p', String(projectId)]
  let survived = 0
  for (let i = 0; i < kills; i += 1) {
    const before = await countLines(user)
    // Each run completes roughly its share of all steps, so that the kills cover every step.
    const share = (count * linesPerFile) / (kills + 1)
    const lines = before + 1 + Math.floor(share * (0.4 + 0.7 * Math.random()))
    const run = user.start(...args)
    const isOver = () => run.child.exitCode !== null
    await until(async () => isOver() || (await countLines(user)) >= lines, 600)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
    run.child.kill('SIGKILL')
    if ((await run.ended).exitCode !== null) survived += 1
  }
  const last = await user.lines(...args)
  const records = await recordsOf(projectId)
  const completed = (records['completed'] ?? []).sort()
  console.log(
    `kill files=${count} kills=${kills - survived} completed=${completed.length} distinct=${new Set(completed).size} abandoned=${records['pending_upload']?.length ?? 0} by_last_run=${last.summary['completed']}`,
  )
  expect(last.exitCode).toBe(0)
  expect(completed).toEqual(
    Object.keys(files)
      .map((path) => basename(path))
      .sort(),
  )
  expect(Object.keys(records).filter((status) => status !== 'pending_upload')).toEqual(['completed'])
  // Most runs must really have been killed for the test to mean anything.
  expect(survived).toBeLessThanOrEqual(kills / 4)
}, 3_600_000)
