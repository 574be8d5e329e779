/**
 * kill -9 in the middle, again and again, at moments spread over all steps: in the end each file is on the service
 * once. With INLET_FULL 200 files and 20 kills.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { makeKey } from './admin.ts'
import { makePerson, makeProject, type Person, recordsOf } from './command.ts'
import { makeFolder } from './folder.ts'
import { until } from './until.ts'

const isFull = Boolean(process.env['INLET_FULL'])
const [count, kills] = isFull ? [200, 20] : [30, 3]
/** Lines a file leaves in the journal on its way. */
const linesPerFile = 5

async function countLines({ home }: Person): Promise<number> {
  const folder = join(home, '.local/state/inlet/journals')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.join('').split('\n').length
}

it(`${count} files survive ${kills} kills, none twice and none missing`, async () => {
  const person = await makePerson({ key: await makeKey(inject('systemEnv'), '--limit', '1000') })
  const projectId = await makeProject('Kills')
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`note-${i}.txt`, `Text ${i} of many.`]),
  )
  const folder = await makeFolder(files)
  const args = ['import', folder, '-p', String(projectId)]
  let survived = 0
  for (let i = 0; i < kills; i += 1) {
    const before = await countLines(person)
    // Each life leads through its share of all steps, give or take, so that kills fall into every one of them.
    const share = (count * linesPerFile) / (kills + 1)
    const lines = before + 1 + Math.floor(share * (0.5 + Math.random()))
    const run = person.start(...args)
    const isOver = () => run.child.exitCode !== null
    await until(async () => isOver() || (await countLines(person)) >= lines, 600)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
    run.child.kill('SIGKILL')
    if ((await run.ended).exitCode !== null) survived += 1
  }
  const last = await person.lines(...args)
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
  // Most of them must really have been killed, or nothing is proven.
  expect(survived).toBeLessThanOrEqual(kills / 4)
}, 3_600_000)
