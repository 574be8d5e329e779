/** Large files are sent in parts: after a kill, a lost network or a second run, at most the parts under way are sent again. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { startApiForTest } from './api.ts'
import { type CliUser, makeProject, makeUser, service } from './command.ts'
import { startCountingStore } from './counting-store.ts'
import { makeFolder } from './folder.ts'
import { expectArrived, filesOf, MiB, makeLargeFile, mostAgain, partBytes } from './large-file.ts'
import { until } from './until.ts'

async function setUp() {
  const store = await startCountingStore(inject('systemEnv')['S3_ENDPOINT'] ?? '')
  const url = await startApiForTest({ S3_PUBLIC_ENDPOINT: store.url })
  const user = await makeUser({ url })
  const projectId = await makeProject('Resume')
  return { store, user, projectId }
}

const importArgs = (path: string, projectId: number) => ['import', path, '-p', String(projectId), '--no-wait']

/** Starts an import and kills it once this many bytes were sent. */
async function runAndKill(
  user: CliUser,
  store: { readonly bytes: number },
  args: string[],
  bytes: number,
): Promise<boolean> {
  const before = store.bytes
  const run = user.start(...args)
  await until(() => run.child.exitCode !== null || store.bytes - before >= bytes, 600)
  run.child.kill('SIGKILL')
  return (await run.ended).exitCode === null
}

it('continues by itself when the network comes back', async () => {
  const { store, user, projectId } = await setUp()
  const path = await makeLargeFile(100 * MiB)
  const run = user.start(...importArgs(path, projectId), '--limit-rate', '60M')
  // While further parts are under way.
  await until(() => store.stored >= 2 && store.bytes > store.stored * partBytes + MiB)
  store.cutOff(4000)
  expect(await run.ended).toMatchObject({ exitCode: 0 })
  const again = store.bytes - 100 * MiB
  console.log(`resume network_again_MiB=${(again / MiB).toFixed(1)}`)
  expect(again).toBeGreaterThan(0)
  expect(again).toBeLessThanOrEqual(mostAgain)
  await expectArrived(projectId, path)
}, 600_000)

it('starts over if the file has changed in between, and resumes it under another name', async () => {
  const { store, user, projectId } = await setUp()
  const bytes = 100 * MiB
  const path = await makeLargeFile(bytes)
  expect(await runAndKill(user, store, importArgs(path, projectId), 40 * MiB)).toBe(true)
  const dry = await user.inlet(...importArgs(path, projectId), '--dry-run')
  expect(dry.stdout).toContain('resume')
  const changed = await makeLargeFile(bytes)
  await rename(changed, path)
  const before = store.bytes
  expect(await runAndKill(user, store, importArgs(path, projectId), 40 * MiB)).toBe(true)
  const renamed = path.replace('call', 'renamed')
  await rename(path, renamed)
  expect(await user.inlet(...importArgs(renamed, projectId))).toMatchObject({ exitCode: 0 })
  // All of the second version, none of the first.
  expect(store.bytes - before).toBeGreaterThanOrEqual(bytes)
  expect(store.bytes - before).toBeLessThanOrEqual(bytes + mostAgain)
  await expectArrived(projectId, renamed)
  const left = (await filesOf(projectId)).filter(({ status }) => status === 'pending_upload')
  expect(left).toHaveLength(1)
  const { received } = await service().files.getUpload(left[0]?.wav_key ?? '')
  expect(received).toEqual([])
}, 600_000)

it('sends large media files of a survey in parts, and resumes them', async () => {
  const { store, user, projectId } = await setUp()
  const clip = await makeLargeFile(100 * MiB)
  const csv = join(await makeFolder(), 'survey.csv')
  await writeFile(csv, 'Clip\ncall.mp4\n')
  const args = [
    'survey',
    'import',
    csv,
    '-p',
    String(projectId),
    '--map',
    'Clip=MEDIA_RESPONSE',
    '--media',
    clip,
  ]
  expect(await runAndKill(user, store, args, 50 * MiB)).toBe(true)
  const { exitCode, stdout } = await user.inlet(...args, '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'COMPLETED' })
  const again = store.bytes - 100 * MiB
  console.log(`resume media_again_MiB=${(again / MiB).toFixed(1)}`)
  expect(again).toBeLessThanOrEqual(mostAgain)
}, 600_000)
