/** Exporting a project with the command line. */
import { execFile } from 'node:child_process'
import { readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { makePdf } from '../../../acceptance/harness/samples.ts'
import { importScopes } from '../../contract/src/scopes.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser } from './command.ts'
import { makeFolder } from './folder.ts'

const run = promisify(execFile)
const scopes = [...importScopes, 'export:write', 'participant:read'].join(',')

interface Exported {
  export_key: string
  volumes: string[]
}

it('inlet export downloads a project, and continues where it was interrupted', async () => {
  const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', scopes) })
  const path = join(await makeFolder(), 'report.pdf')
  await writeFile(path, makePdf('Quarterly numbers'))
  const project = String(await makeProject('Exported'))
  const { items } = await user.lines('import', path, '-p', project)
  const wavKey = String(items[0]?.['wav_key'])

  const folder = join(await makeFolder(), 'backup')
  const exportNow = async (): Promise<Exported> => {
    const { exitCode, stdout, stderr } = await user.inlet('export', project, folder, '--json')
    expect([exitCode, stderr]).toEqual([0, expect.any(String)])
    return JSON.parse(stdout) as Exported
  }
  const first = await exportNow()
  expect(await readdir(folder)).toEqual(first.volumes)
  const [name = ''] = first.volumes
  const { stdout: list } = await run('unzip', ['-Z1', join(folder, name)])
  expect(list.split('\n')).toEqual(expect.arrayContaining(['manifest.json', `files/${wavKey}/original.pdf`]))

  // As an interrupted command leaves it.
  const whole = await readFile(join(folder, name))
  const leave = async (bytes: Buffer) => {
    await rename(join(folder, name), join(folder, `${name}.part`))
    await writeFile(join(folder, `${name}.part`), bytes)
    const state = { export_key: first.export_key, project_id: Number(project) }
    await writeFile(join(folder, '.inlet-export.json'), JSON.stringify(state))
  }
  await leave(whole.subarray(0, 1_000))
  expect(await exportNow()).toEqual(first)
  expect(await readFile(join(folder, name))).toEqual(whole)
  // A part that is damaged is fetched again.
  await leave(Buffer.alloc(1_000))
  expect(await exportNow()).toEqual(first)
  expect(await readFile(join(folder, name))).toEqual(whole)
  await truncate(join(folder, name), 10)
  await writeFile(
    join(folder, '.inlet-export.json'),
    JSON.stringify({ export_key: first.export_key, project_id: Number(project) }),
  )
  expect(await exportNow()).toEqual(first)
  expect(await readFile(join(folder, name))).toEqual(whole)

  const second = await exportNow()
  expect(second.export_key).not.toBe(first.export_key)
  const wrong = await user.inlet('export', '999999999', folder)
  expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('project')])
  const unusable = await user.inlet('export', project, folder, '--contents', 'all')
  expect(unusable.exitCode).toBe(2)
}, 180_000)

it('inlet export --format qdpx downloads a REFI-QDA project', async () => {
  const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', scopes) })
  const path = join(await makeFolder(), 'report.pdf')
  await writeFile(path, makePdf('Quarterly numbers'))
  const project = String(await makeProject('Analysed'))
  await user.lines('import', path, '-p', project)
  const folder = join(await makeFolder(), 'analysis')
  const { exitCode, stdout } = await user.inlet('export', project, folder, '--format', 'qdpx', '--json')
  expect(exitCode).toBe(0)
  const { export_key, volumes } = JSON.parse(stdout) as Exported
  expect(volumes).toEqual([`inlet-export-${export_key}.qdpx`])
  const { stdout: checked } = await run(process.execPath, [
    'scripts/check-qdpx.ts',
    join(folder, volumes[0] ?? ''),
  ])
  expect(checked).toContain(': valid')
  expect((await user.inlet('export', project, folder, '--format', 'zip')).exitCode).toBe(2)
}, 120_000)
