/** Deleting, restoring, renaming and moving with the command line. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { importScopes } from '../../contract/src/scopes.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser } from './command.ts'
import { makeFolder } from './folder.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const scopes = [...importScopes, 'file:manage', 'project:manage'].join(',')

async function makeManager() {
  const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', scopes) })
  const path = join(await makeFolder(), 'notes.txt')
  await writeFile(path, `Notes ${Date.now()}`)
  const project = String(await makeProject('Trash'))
  const { items } = await user.lines('import', path, '-p', project)
  return { user, project, key: String(items[0]?.['wav_key']) }
}

it('deletes, lists, restores and purges', async () => {
  const { user, project, key } = await makeManager()
  const trashed = async () => {
    const { stdout } = await user.inlet('trash', 'list', '--project', project, '--json')
    return (JSON.parse(stdout) as { key: string }[]).map((one) => one.key)
  }
  const deleted = await user.lines('delete', key, nowhere)
  expect([deleted.exitCode, deleted.items]).toEqual([8, [{ key, kind: 'file', result: 'deleted' }]])
  expect(deleted.stderr).toContain(nowhere)
  expect(await trashed()).toEqual([key])
  expect((await user.inlet('trash', 'restore', key)).exitCode).toBe(0)
  expect(await trashed()).toEqual([])
  const live = await user.inlet('trash', 'purge', key, '--yes')
  expect([live.exitCode, live.stderr]).toEqual([1, expect.stringContaining('not in the trash')])
  await user.inlet('delete', key)
  expect((await user.inlet('trash', 'purge', key, '--yes')).exitCode).toBe(0)
  expect(await trashed()).toEqual([])
  const gone = await user.inlet('delete', key, '--permanent', '--yes')
  expect([gone.exitCode, gone.stderr]).toEqual([1, expect.stringContaining('lacks insight:manage')])
}, 120_000)

it('renames and moves', async () => {
  const { user, key } = await makeManager()
  const renamed = await user.inlet('rename', key, 'renamed.txt', '--json')
  expect(JSON.parse(renamed.stdout)).toEqual({ key, kind: 'file', name: 'renamed.txt' })
  const refused = await user.inlet('rename', key, 'renamed.pdf')
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('must end in .txt')])
  const target = await makeProject('Target')
  expect((await user.inlet('move', key, '--project', String(target))).exitCode).toBe(0)
  await user.inlet('delete', key)
  const { stdout } = await user.inlet('trash', 'list', '--project', String(target), '--json')
  expect(JSON.parse(stdout)).toMatchObject([{ key, name: 'renamed.txt', project_id: target }])
}, 120_000)
