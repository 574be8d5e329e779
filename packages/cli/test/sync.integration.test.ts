/** `inlet sync` against servers that rclone reads. */
import { appendFile, chmod, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CliUser, makeProject, makeUser, recordsOf, service } from './command.ts'
import { makeFolder } from './folder.ts'
import { type FileServer, type ServerName, section, startServer } from './sync-servers.ts'
import { until } from './until.ts'

const old = new Date('2026-01-02T03:04:05Z')

/** Files that were written long ago, so that a sync does not wait for them to settle. */
async function write(folder: string, files: Record<string, string>, time = old): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
    await utimes(join(folder, path), time, time)
  }
}

interface Scene {
  user: CliUser
  server: FileServer
  projectId: number
  args: string[]
}

async function setUp(name: ServerName, files: Record<string, string>): Promise<Scene> {
  const server = await startServer(name)
  await write(server.folder, files)
  const user = await makeUser()
  Object.assign(user.env, server.env)
  const projectId = await makeProject('Sync')
  return { user, server, projectId, args: ['sync', server.source, '-p', String(projectId)] }
}

const files = { 'anna.txt': 'What Anna said.', 'day 2/ben [1].txt': 'What Ben said.' }

describe.each(['sftp', 'webdav', 'local'] as const)('a sync from %s', (name) => {
  it('imports each version once, and says what changed and was removed', async () => {
    const { user, server, projectId, args } = await setUp(name, files)
    const first = await user.lines(...args)
    expect([first.exitCode, first.summary]).toEqual([0, expect.objectContaining({ completed: 2, failed: 0 })])
    expect(first.items[0]).toMatchObject({
      status: 'completed',
      changed: false,
      external_id: expect.stringMatching(/^sync-[0-9a-f]{12}-[0-9a-f]{40}$/),
    })
    const again = await user.lines(...args)
    expect([again.exitCode, again.items.length]).toEqual([0, 1])
    expect(again.summary).toMatchObject({ completed: 0, already_there: 2 })

    await write(server.folder, { 'anna.txt': 'What Anna really said.' }, new Date('2026-02-03T04:05:06Z'))
    await rm(join(server.folder, 'day 2/ben [1].txt'))
    const third = await user.inlet(...args)
    expect(third.exitCode).toBe(0)
    expect(third.stderr).toMatch(/changed {4}\S+anna\.txt: imported as a new record; the earlier one stays/)
    expect(third.stderr).toMatch(
      /removed {4}.+ben \[1\]\.txt: no longer in the source; what was imported stays/,
    )
    expect((await user.inlet(...args)).stderr).not.toContain('removed')
    const { completed = [], ...others } = await recordsOf(projectId)
    expect([completed.sort(), others]).toEqual([['anna.txt', 'anna.txt', 'ben [1].txt'], {}])
  })
})

describe('a sync', () => {
  it('finds after the loss of its journal what it imported before', async () => {
    const { user, projectId, args } = await setUp('local', { ...files, 'c.txt': 'What Carla said.' })
    const asInsight = [...args, '--as', 'insight']
    await user.inlet(...args)
    await user.inlet(...asInsight)
    await rm(join(user.home, '.local/state'), { recursive: true })
    for (const one of [args, asInsight]) {
      const { exitCode, summary } = await user.lines(...one)
      expect([exitCode, summary]).toEqual([0, expect.objectContaining({ completed: 0, already_there: 3 })])
    }
    expect((await recordsOf(projectId))['completed']?.length).toBe(3)
    const { count } = await service().insights.list({ projectId })
    expect(count).toBe(3)
  })

  it('takes calls per version if the project is much larger', async () => {
    const { user, projectId, args } = await setUp('local', { 'anna.txt': 'What Anna said.' })
    await user.inlet(...args)
    const inlet = service()
    for (let i = 0; i < 55; i += 1)
      await inlet.files.initialize({ project_id: projectId, file_name: `other-${i}.txt` })
    await rm(join(user.home, '.local/state'), { recursive: true })
    expect((await user.lines(...args)).summary).toMatchObject({ completed: 0, already_there: 1 })
  })

  it('waits until a file has stopped changing', async () => {
    const { user, server, args } = await setUp('local', {})
    const path = join(server.folder, 'growing.txt')
    await writeFile(path, 'One. ')
    const timer = setInterval(() => void appendFile(path, 'And more. '), 200)
    const during = await user.lines(...args, '--settle', '2s')
    clearInterval(timer)
    expect(during.exitCode).toBe(8)
    expect(during.items[0]).toMatchObject({
      status: 'pending',
      reason: 'is still being written; the next sync imports it',
    })
    const after = await user.lines(...args, '--settle', '2s')
    expect([after.exitCode, after.summary]).toEqual([0, expect.objectContaining({ completed: 1 })])
  })

  it('shows with --dry-run what it would import, and imports nothing', async () => {
    const listed = {
      ...files,
      'answers.csv': 'a,b\n1,2\n',
      '.hidden.txt': 'x',
      'drafts/x.txt': 'x',
      'b.png': 'x',
    }
    const { user, server, projectId, args } = await setUp('local', listed)
    const { stdout, exitCode } = await user.inlet(
      ...args,
      '--dry-run',
      '--ignore',
      'drafts/',
      '--include',
      '*.txt',
    )
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`${server.folder}/anna.txt`)
    expect(stdout).toContain('2 files (29 B) would be sent')
    expect(stdout).not.toMatch(/drafts|hidden|png/)
    const all = await user.inlet(...args, '--dry-run')
    expect(all.stdout).toContain('answers.csv: is a CSV; use "inlet survey import"')
    expect(await recordsOf(projectId)).toEqual({})
    expect(await readdir(user.home)).toEqual([])
  })

  it('follows links of a local folder only if asked to', async () => {
    const { user, server, args } = await setUp('local', files)
    await symlink(join(server.folder, 'anna.txt'), join(server.folder, 'link.txt'))
    expect((await user.lines(...args)).summary).toMatchObject({ completed: 2 })
    expect((await user.lines(...args, '--follow-links')).summary).toMatchObject({
      completed: 1,
      already_there: 2,
    })
  })

  it('refuses to run twice at once for the same source and project', async () => {
    const { user, server, args } = await setUp('local', files)
    const other = await makeFolder({})
    const running = user.start(...args, '--every', '1h')
    await until(() => running.said.stderr.includes('Syncing'))
    const second = await user.inlet(...args)
    expect([second.exitCode, second.stderr]).toEqual([
      1,
      expect.stringContaining(`Another sync of ${server.folder} into this project is running`),
    ])
    expect((await user.inlet('sync', other, ...args.slice(2))).exitCode).toBe(0)
  })

  it('imports what appears with --every, survives an outage of the server, and ends cleanly on Ctrl-C', async () => {
    const { user, server, projectId, args } = await setUp('sftp', files)
    const running = user.start(...args, '--every', '1s', '--json')
    const completed = (count: number) => () =>
      running.said.stdout.split('"status":"completed"').length === count + 1
    await until(completed(2))
    await server.kill()
    await until(() => running.said.stderr.includes('cannot be reached'))
    await write(server.folder, { 'carla.txt': 'What Carla said.' })
    await server.start()
    await until(completed(3))
    running.child.kill('SIGINT')
    const { exitCode, stderr } = await running.ended
    expect(exitCode).toBe(130)
    expect(stderr).toContain('Run the same command again to resume; nothing is imported twice.')
    expect((await recordsOf(projectId))['completed']?.length).toBe(3)
    expect((await user.lines(...args)).summary).toMatchObject({ completed: 0, already_there: 3 })
  })

  it('goes on with the other files if a folder cannot be opened', async () => {
    const { user, server, args } = await setUp('webdav', files)
    await write(server.folder, { 'closed/x.txt': 'x' })
    await chmod(join(server.folder, 'closed'), 0)
    const { exitCode, stderr, stdout } = await user.inlet(...args, '--quiet')
    // Root opens every folder.
    if (process.getuid?.() === 0) expect([exitCode, stdout]).toEqual([0, expect.stringContaining('3 files')])
    else
      expect([exitCode, stderr]).toEqual([
        8,
        expect.stringContaining('The source could not be listed completely'),
      ])
  })

  it('keeps an interrupted copy within its limit of temporary space', async () => {
    const large = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`large-${i}.txt`, `${i} `.repeat(500_000)]),
    )
    const { user, args } = await setUp('local', large)
    const temp = await makeFolder()
    let most = 0
    const measure = async () => {
      const [folder = ''] = await readdir(temp)
      const names = folder === '' ? [] : await readdir(join(temp, folder))
      most = Math.max(most, names.length)
    }
    const timer = setInterval(() => void measure().catch(() => {}), 5)
    const result = await user.lines(...args, '--temp-dir', temp, '--temp-space', '1M')
    clearInterval(timer)
    expect(result.summary).toMatchObject({ completed: 6 })
    expect(most).toBe(1)
    expect((await readdir(temp, { recursive: true })).filter((path) => path.includes('/'))).toEqual([])
  })
})

describe('a source that cannot be read', () => {
  const config = async (server: FileServer, change: (text: string) => string) => {
    const path = server.env['RCLONE_CONFIG'] ?? ''
    await writeFile(path, change(await readFile(path, 'utf8')))
  }

  it('is explained if rclone is not installed', async () => {
    const { user, args } = await setUp('local', files)
    user.env['PATH'] = '/nowhere'
    expect(await user.inlet(...args)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('rclone is not installed, or not on PATH'),
    })
  })

  it('is explained for an unknown remote and an unknown folder', async () => {
    const { user, server, projectId, args } = await setUp('webdav', files)
    const unknown = await user.inlet('sync', 'bax:', '-p', String(projectId))
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('rclone has no remote named "bax"'),
    ])
    const missing = await user.inlet('sync', 'box:nothing/here', '-p', String(projectId))
    expect([missing.exitCode, missing.stderr]).toEqual([
      1,
      expect.stringContaining('box:nothing/here does not exist'),
    ])
    const file = await user.inlet('sync', 'box:anna.txt', '-p', String(projectId))
    expect([file.exitCode, file.stderr]).toEqual([2, expect.stringContaining('box:anna.txt is a file')])
    await config(server, (text) => text.replace('user = anna', 'user = ben'))
    const denied = await user.inlet(...args)
    expect([denied.exitCode, denied.stderr]).toEqual([
      1,
      expect.stringContaining('did not accept the credentials'),
    ])
  })

  it('is explained for a wrong key, and for a host key that is unknown or another one', async () => {
    const { user, server, args } = await setUp('sftp', files)
    const said = async () => {
      const { exitCode, stderr } = await user.inlet(...args, '--json')
      return [exitCode, (JSON.parse(stderr.trim().split('\n').at(-1) ?? '{}') as { code: string }).code]
    }
    const own = join(server.env['RCLONE_CONFIG'] ?? '', '..')
    const hosts = await readFile(join(own, 'known_hosts'), 'utf8')
    await writeFile(join(own, 'known_hosts'), '')
    expect(await said()).toEqual([1, 'host_key_unknown'])
    const other = (await readFile(join(own, 'user.pub'), 'utf8')).split(' ').slice(0, 2).join(' ')
    await writeFile(join(own, 'known_hosts'), `${hosts.split(' ')[0]} ${other}\n`)
    expect(await said()).toEqual([1, 'host_key_changed'])
    await writeFile(join(own, 'known_hosts'), hosts)
    await config(server, (text) => text.replace('/user\n', '/host\n'))
    expect(await said()).toEqual([1, 'source_denied'])
    await server.kill()
    expect(await said()).toEqual([1, 'source_unreachable'])
    await writeFile(server.env['RCLONE_CONFIG'] ?? '', section('other', { type: 'local' }))
    expect(await said()).toEqual([1, 'remote_unknown'])
  })
})
