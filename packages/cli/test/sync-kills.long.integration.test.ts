/**
 * Syncs a folder whose files appear, change and disappear, and kills the command and the server of the files at random
 * moments: in the end every version that had to be imported is there once. With INLET_FULL 50 kills per server.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { makeKey } from './admin.ts'
import { type CliUser, makeProject, makeUser } from './command.ts'
import { createVersionedFiles, type VersionedFiles } from './sync-model.ts'
import { type FileServer, type ServerName, serverNames, startServer } from './sync-servers.ts'

const isFull = Boolean(process.env['INLET_FULL'])
const [rounds, killsPerRound] = isFull ? [10, 5] : [3, 2]

const random = (most: number) => Math.floor(Math.random() * most)

/** The lines of the journal after which the command is killed, in turn; the first comes before anything is fetched. */
const moments = ['open', 'begin', 'key', 'sent', 'accepted', 'end'] as const
type Moment = (typeof moments)[number]

async function countLines({ home }: CliUser, moment: Moment): Promise<number> {
  const folder = join(home, '.local/state/inlet/journals')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.join('').split(`"do":"${moment}"`).length
}

/** Some files appear, one changes, one disappears. */
async function change(files: VersionedFiles, round: number): Promise<void> {
  for (let i = 0; i < 4; i += 1) await files.write(`day ${round}/board-${round}-${i}.bmp`)
  const [first] = files.paths
  if (first && round > 0) await files.remove(first)
  const changed = files.paths[random(files.paths.length)]
  if (changed) await files.write(changed)
}

interface Scene {
  user: CliUser
  server: FileServer
  files: VersionedFiles
  args: string[]
}

interface Kill {
  moment: Moment
  /** Also the server, which then starts again. */
  killsServer: boolean
}

/** Returns whether the command was still running when it was killed. */
async function killOnce(
  { user, server, files, args }: Scene,
  { moment, killsServer }: Kill,
): Promise<boolean> {
  const before = await countLines(user, moment)
  const run = user.start(...args)
  const isOver = () => run.child.exitCode !== null
  if (killsServer) {
    await sleep(random(1500))
    await server.kill()
    await server.start()
  }
  // A file changes while the command runs; whether that version is imported depends on the moment.
  const hot = files.paths[random(files.paths.length)]
  if (hot) await files.write(hot)
  const deadline = Date.now() + 60_000
  while (!isOver() && (await countLines(user, moment)) === before && Date.now() < deadline) await sleep(2)
  await sleep(random(3) * 20)
  run.child.kill('SIGKILL')
  return (await run.ended).exitCode === null
}

async function syncWithKills(name: ServerName) {
  const server = await startServer(name)
  const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--limit', '1000') })
  Object.assign(user.env, server.env)
  const projectId = await makeProject(`Sync ${name}`)
  const files = createVersionedFiles(server.folder)
  const args = ['sync', server.source, '-p', String(projectId), '--settle', '1s']
  const scene: Scene = { user, server, files, args }
  let attempts = 0
  let kills = 0
  for (let round = 0; round < rounds; round += 1) {
    await change(files, round)
    for (let i = 0; i < killsPerRound; attempts += 1) {
      const moment = moments[attempts % moments.length] ?? 'open'
      if (await killOnce(scene, { moment, killsServer: i === 0 })) i += 1
      // It had nothing left to do before that moment.
      else await files.write(`day ${round}/late-${attempts}.bmp`)
      expect(attempts, 'too many runs ended before they were killed').toBeLessThan(rounds * killsPerRound * 2)
    }
    kills += killsPerRound
    const { exitCode, stderr } = await user.start(...args).ended
    expect([exitCode, stderr], stderr).toEqual([0, expect.any(String)])
    files.expectCurrent()
  }
  const result = await files.compare(projectId)
  const { versions, imported, duplicates, missing, unknown } = result
  console.log(
    `sync server=${name} versions=${versions} kills=${kills} imported=${imported} duplicates=${duplicates} missing=${missing.length} unknown=${unknown.length}`,
  )
  expect(result).toMatchObject({ duplicates: 0, missing: [], unknown: [] })
  // Copies are deleted once they were sent.
  const copies = join(user.home, '.cache/inlet/sync')
  const left = existsSync(copies) ? await readdir(copies, { recursive: true }) : []
  expect(left.filter((path) => path.includes('/'))).toEqual([])
}

it.each(serverNames)(
  `imports every version of the files of %s once across ${rounds * killsPerRound} kills`,
  syncWithKills,
  3_600_000,
)
