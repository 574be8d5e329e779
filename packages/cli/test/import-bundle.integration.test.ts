/** Importing an exported project with the command line. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { makePdf } from '../../../acceptance/harness/samples.ts'
import { importScopes } from '../../contract/src/scopes.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser } from './command.ts'
import { makeFolder } from './folder.ts'

const scopes = [...importScopes, 'export:write', 'participant:read', 'file:read'].join(',')

it('inlet import-bundle imports an exported project, and continues where it was interrupted', async () => {
  const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', scopes) })
  const path = join(await makeFolder(), 'report.pdf')
  await writeFile(path, makePdf('Quarterly numbers'))
  const project = String(await makeProject('Exported'))
  await user.lines('import', path, '-p', project)
  const folder = join(await makeFolder(), 'backup')
  expect((await user.inlet('export', project, folder)).exitCode).toBe(0)

  const importNow = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await user.inlet('import-bundle', ...args, '--json')
    expect([exitCode, stderr]).toEqual([0, expect.any(String)])
    return JSON.parse(stdout) as { bundle_key: string; project_id: number }
  }
  const first = await importNow(folder, '--name', 'A copy')
  expect(first.project_id).not.toBe(Number(project))
  const [name = ''] = await readdir(folder)
  expect(await readdir(folder)).toEqual([name])

  // As an interrupted command leaves it: the same import is found again.
  const { length: size } = await readFile(join(folder, name))
  const state = { bundle_key: first.bundle_key, volumes: [{ name, size }] }
  await writeFile(join(folder, '.inlet-import-bundle.json'), JSON.stringify(state))
  expect(await importNow(join(folder, name))).toEqual(first)
  expect((await importNow(join(folder, name))).project_id).not.toBe(first.project_id)

  const cut = await makeFolder()
  await writeFile(join(cut, 'cut.zip'), (await readFile(join(folder, name))).subarray(0, 500))
  const failed = await user.inlet('import-bundle', cut)
  expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('not a complete ZIP archive')])
  const empty = await user.inlet('import-bundle', await makeFolder())
  expect([empty.exitCode, empty.stderr]).toEqual([1, expect.stringContaining('no ZIP archives')])
  await writeFile(join(cut, 'next.zip.part'), '')
  expect((await user.inlet('import-bundle', cut)).stderr).toContain('is incomplete')
}, 180_000)
