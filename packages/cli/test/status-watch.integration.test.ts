/** Tests `inlet status --watch` against a running service, and against one that acts like an older release. */
import { describe, expect, inject, it } from 'vitest'
import { importScopes } from '../../contract/src/scopes.ts'
import { makeKey } from './admin.ts'
import { makeProject, makeUser, readLines, service } from './command.ts'
import { makeFolder } from './folder.ts'
import { startRecorder } from './proxy.ts'
import { until } from './until.ts'

const baseUrl = inject('baseUrl')

/** Accepted imports that are processed one after the other; the keys in the order of their names. */
async function sendFiles(contents: string[], names = contents.map((_, i) => `${i}.txt`)): Promise<string[]> {
  const user = await makeUser()
  const files = Object.fromEntries(contents.map((text, i) => [names[i] ?? '', text]))
  const folder = await makeFolder(files)
  const project = String(await makeProject('Watched'))
  const { items } = await user.lines('import', folder, '-p', project, '--no-wait')
  const accepted = items.filter(({ status }) => status === 'accepted')
  return names.map((name) => String(accepted.find(({ file }) => String(file).endsWith(name))?.['wav_key']))
}

const texts = (count: number) => Array.from({ length: count }, (_, i) => `Text ${i}`)

/** Runs the command, and measures how long after the end of the import it has exited. */
async function watchOne(url: string, key: string) {
  const user = await makeUser({ url })
  const watched = await user.lines('status', key, '--watch')
  const exitedAt = Date.now()
  const { completed_at } = await service().files.status(key, { include: ['details'] })
  return { ...watched, delayMs: exitedAt - Date.parse(completed_at ?? '') }
}

describe('status --watch', () => {
  it('reports the end of an import at once, with calls that the service holds', async () => {
    const { url, asked } = await startRecorder(baseUrl)
    const keys = await sendFiles(texts(8))
    const { exitCode, items, delayMs } = await watchOne(url, keys.at(-1) ?? '')
    expect([exitCode, items.at(-1)]).toEqual([0, expect.objectContaining({ status: 'completed' })])
    expect(delayMs).toBeLessThan(3000)
    const statuses = asked.filter((path) => path.includes('/status'))
    expect(statuses.slice(1).every((path) => path.includes('wait='))).toBe(true)
    console.log(`watching one import: calls=${asked.length} delay_ms=${delayMs}`)
  })

  it('polls a service that does not know how to wait', async () => {
    const { url, asked } = await startRecorder(baseUrl, { isOld: true })
    const keys = await sendFiles(texts(5))
    const { exitCode, items, delayMs } = await watchOne(url, keys.at(-1) ?? '')
    expect([exitCode, items.at(-1)]).toEqual([0, expect.objectContaining({ status: 'completed' })])
    console.log(`watching one import of an older service: calls=${asked.length} delay_ms=${delayMs}`)
    const several = await (await makeUser({ url })).lines('status', ...(await sendFiles(texts(3))), '--watch')
    expect([several.exitCode, several.items.filter(({ status }) => status === 'completed').length]).toEqual([
      0, 3,
    ])
  })

  it('watches several with the event log, and reports a failure once with its reason', async () => {
    const key = await makeKey(
      inject('systemEnv'),
      '--limit',
      '1000',
      '--scopes',
      [...importScopes, 'event:read'].join(','),
    )
    const { url, asked } = await startRecorder(baseUrl)
    const names = ['a.txt', 'broken.pdf', 'c.txt', 'd.txt']
    const keys = await sendFiles(['One', 'no document at all', 'Three', 'Four'], names)
    const watched = await (await makeUser({ url, key })).lines('status', ...keys, '--watch')
    expect(watched.exitCode).toBe(8)
    const ends = watched.items.filter(({ status }) => status === 'completed' || status === 'error')
    expect(ends.map(({ name }) => String(name)).sort()).toEqual(names)
    expect(ends.find(({ name }) => name === 'broken.pdf')).toMatchObject({
      status: 'error',
      reason: expect.stringMatching(/\w{3}/),
      error_code: 'type_mismatch',
    })
    console.log(`watching ${keys.length} imports: calls=${asked.length}`)
  })

  it('stops at Ctrl-C, and ends with an error if an import does not exist', async () => {
    const { wav_key } = await service().files.initialize({
      project_id: await makeProject('Never sent'),
      file_name: 'never.txt',
    })
    const user = await makeUser()
    const running = user.start('status', wav_key, '--watch', '--json')
    await until(() => readLines(running.said.stdout).items.length === 1)
    running.child.kill('SIGINT')
    expect((await running.ended).exitCode).toBe(130)
    const unknown = await user.inlet('status', '00000000-0000-4000-8000-000000000000', '--watch')
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('was found')])
  })
})
