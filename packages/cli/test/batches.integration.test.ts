/** Imports of several files share calls, with services and keys that allow different things. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { importScopes } from '../../contract/src/scopes.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser, recordsOf } from './command.ts'
import { makeFolder } from './folder.ts'
import { startRecorder } from './proxy.ts'
import { makePng } from './samples.ts'
import { until } from './until.ts'

const baseUrl = inject('baseUrl')
const count = 12

const makeImages = () =>
  makeFolder(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.png`, makePng(8, 8, i)])))
const routesOf = (asked: readonly string[]) =>
  Object.fromEntries(
    Object.entries(
      Object.groupBy(asked, (path) =>
        path
          .replace(/\?.*/, '')
          .replace(/[0-9a-f-]{36}/, ':key')
          .replace('/api/v1/developer/', ''),
      ),
    ).map(([route, some]) => [route, some?.length]),
  )

describe('an import of several files', () => {
  it('takes two calls for imports with a key that reads events', async () => {
    const scopes = [...importScopes, 'event:read'].join(',')
    const key = await makeKey(inject('systemEnv'), '--limit', '1000', '--scopes', scopes)
    const { url, asked } = await startRecorder(baseUrl)
    const user = await makeUser({ url, key })
    const projectId = await makeProject('Batches')
    const { exitCode, summary } = await user.lines('import', await makeImages(), '-p', String(projectId))
    expect([exitCode, summary['completed']]).toEqual([0, count])
    const { events, ...imports } = routesOf(asked)
    expect(imports).toEqual({ 'import/batch/initialize': 1, 'import/batch/complete': 1 })
    expect(events).toBeGreaterThan(1)
  })

  it('reads statuses in batches with a key that does not read events', async () => {
    const { url, asked } = await startRecorder(baseUrl)
    const user = await makeUser({ url })
    const projectId = await makeProject('Batches')
    const { exitCode, summary } = await user.lines('import', await makeImages(), '-p', String(projectId))
    expect([exitCode, summary['completed']]).toEqual([0, count])
    expect(routesOf(asked)).toEqual({
      'import/batch/initialize': 1,
      'import/batch/complete': 1,
      'import/batch/status': expect.any(Number),
      events: 1,
    })
  })

  it('takes single calls of a service without batches', async () => {
    const { url, asked } = await startRecorder(baseUrl, { isOld: true })
    const user = await makeUser({ url })
    const projectId = await makeProject('Batches')
    const { exitCode, summary } = await user.lines('import', await makeImages(), '-p', String(projectId))
    expect([exitCode, summary['completed']]).toEqual([0, count])
    expect(routesOf(asked)).toMatchObject({
      'import/files/initialize': count,
      'import/files/:key/complete': count,
    })
    expect((await recordsOf(projectId))['completed']).toHaveLength(count)
  })

  it('resumes after Ctrl-C, and imports a file again that was changed in between', async () => {
    const user = await makeUser({ key: await makeKey(inject('systemEnv')) })
    const projectId = await makeProject('Batches')
    const names = Array.from({ length: count }, (_, i) => `${i}.txt`)
    const folder = await makeFolder(Object.fromEntries(names.map((name) => [name, `${name} `.repeat(600)])))
    const args = ['import', folder, '-p', String(projectId)]
    const run = user.start(...args, '--limit-rate', '1024')
    await until(() => run.said.stderr.includes('to import'))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    run.child.kill('SIGINT')
    expect((await run.ended).exitCode).toBe(130)
    await writeFile(join(folder, '11.txt'), 'changed')
    const { exitCode } = await user.lines(...args)
    expect(exitCode).toBe(0)
    const { completed = [] } = await recordsOf(projectId)
    expect(new Set(completed).size).toBe(count)
    // The first version counts too if it was accepted in time.
    expect(completed.filter((name) => name !== '11.txt')).toHaveLength(count - 1)
  })
})
