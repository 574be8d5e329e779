/** Tests the commands against a running service. */
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { makePdf } from '../../../acceptance/harness/samples.ts'
import { importScopes } from '../../contract/src/scopes.ts'
import { makeKey } from './admin.ts'
import { binFile, makeProject, makeUser, type Running, recordsOf, service, startProcess } from './command.ts'
import { makeFolder } from './folder.ts'
import { runMain } from './run-main.ts'
import { until } from './until.ts'

const baseUrl = inject('baseUrl')
const { clientId, clientSecret } = inject('key')
/** With the default limit of 20 calls a minute. */
const defaultKey = await makeKey(inject('systemEnv'))

describe('login', () => {
  it('saves keys under profile names, readable by their owner only, and deletes them', async () => {
    const home = await makeFolder()
    const env = { HOME: home }
    const args = ['login', '--url', `${baseUrl}/`, '--client-id', clientId, '--secret-stdin']
    const first = await runMain(args, env, `${clientSecret}\n`)
    expect([first.exitCode, first.stderr]).toEqual([0, expect.stringContaining('profile "default"')])
    expect(first.stdout + first.stderr).not.toContain(clientSecret)
    await runMain([...args, '--profile', 'second'], env, clientSecret)
    expect((await stat(join(home, '.config/inlet/config.json'))).mode & 0o777).toBe(0o600)
    const who = await runMain(['whoami', '--json'], env)
    expect(JSON.parse(who.stdout)).toEqual({
      client_id: clientId,
      scopes: expect.arrayContaining(['file:write', 'project:read']),
      url: baseUrl,
      source: 'profile default',
    })
    expect((await runMain(['logout'], env)).exitCode).toBe(0)
    expect((await runMain(['whoami'], env)).exitCode).toBe(4)
    expect((await runMain(['whoami', '--profile', 'second'], env)).exitCode).toBe(0)
  })

  it('does not save a key that the service rejects', async () => {
    const env = { HOME: await makeFolder() }
    const args = ['login', '--url', baseUrl, '--client-id', clientId, '--secret-stdin']
    const { exitCode, stderr } = await runMain(args, env, 'wrong')
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('not accepted')])
    expect((await runMain(['whoami'], env)).stderr).toContain('Not logged in')
  })

  it('reports an address that is not an Inlet server', async () => {
    const env = {
      INLET_URL: `${baseUrl}/docs`,
      INLET_CLIENT_ID: 'a',
      INLET_CLIENT_SECRET: 'b',
      HOME: await makeFolder(),
    }
    const { exitCode, stderr } = await runMain(['login'], env)
    expect([exitCode, stderr.includes('address')]).toEqual([1, true])
  })
})

describe('an external id and metadata', () => {
  it('are stored with files, insights, surveys and projects', async () => {
    const user = await makeUser()
    const projectId = await makeProject('References')
    const folder = await makeFolder({
      'a.txt': 'A note.',
      'b.txt': 'Another note.',
      'c.csv': 'Email,Why?\nanna@example.org,It is quick.\n',
    })
    const references = ['--external-id', 'id 7', '--metadata', 'wave=2', '--metadata', 'formula=a=b']
    const into = ['-p', String(projectId), ...references, '--no-wait']
    for (const args of [
      ['import', join(folder, 'a.txt'), ...into],
      ['import', join(folder, 'b.txt'), '--as', 'insight', ...into],
      ['survey', 'import', join(folder, 'c.csv'), '--auto-map', ...into],
      ['projects', 'create', 'Named', ...references],
    ])
      expect((await user.inlet(...args)).exitCode).toBe(0)
    const filter = { externalId: 'id 7', projectId }
    const expected = { external_id: 'id 7', metadata: { wave: '2', formula: 'a=b' } }
    const include = ['details'] as const
    const inlet = service()
    const [insight] = (await inlet.insights.list(filter)).items
    expect(await inlet.insights.status(insight?.insight_key ?? '', { include })).toMatchObject(expected)
    for await (const { wav_key } of inlet.files.iterate(filter))
      expect(await inlet.files.status(wav_key, { include })).toMatchObject(expected)
    expect((await inlet.files.list(filter)).count).toBe(2)
    expect((await inlet.projects.list({ externalId: 'id 7' })).items).toMatchObject([{ name: 'Named' }])
  })

  it('exit with 2 if a pair has no value', async () => {
    const user = await makeUser()
    const { exitCode, stderr } = await user.inlet('import', '.', '-p', '1', '--metadata', 'wave')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Must be a pair such as wave=2')])
  })
})

describe('the default project', () => {
  it('is that of INLET_PROJECT, or of the profile, which keeps it over the next login', async () => {
    const folder = await makeFolder({ 'note.txt': 'A note.' })
    const env = { HOME: await makeFolder() }
    const login = ['login', '--url', baseUrl, '--client-id', clientId, '--secret-stdin']
    const plan = async (more: Record<string, string> = {}) => {
      const ran = await runMain(['import', folder, '--dry-run', '--json'], { ...env, ...more })
      return ran.exitCode === 0
        ? (JSON.parse(ran.stdout) as { project_id: number }).project_id
        : [ran.exitCode, ran.stderr]
    }
    await runMain(login, env, clientSecret)
    expect(await plan()).toEqual([2, expect.stringContaining('inlet projects use')])
    const created = await runMain(['projects', 'create', 'Chosen by default', '--json'], env)
    const { id } = JSON.parse(created.stdout) as { id: number }
    expect((await runMain(['projects', 'use', String(id)], env)).exitCode).toBe(0)
    await runMain(login, env, clientSecret)
    expect(await plan()).toBe(id)
    expect(await plan({ INLET_PROJECT: '1' })).toBe(1)
    const ofEnvironment = { INLET_URL: baseUrl, INLET_CLIENT_ID: clientId, INLET_CLIENT_SECRET: clientSecret }
    const refused = await runMain(['projects', 'use', String(id)], { ...env, ...ofEnvironment })
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('Set INLET_PROJECT')])
  })
})

describe('projects', () => {
  it('are created with settings and listed', async () => {
    const user = await makeUser()
    const name = `Interviews ${Date.now()}`
    const flags = [
      '--transcript-language',
      'de-DE',
      '--share',
      'admins',
      '--redact',
      '--redact-categories',
      '1,2',
    ]
    const made = await user.inlet('projects', 'create', name, ...flags, '--json')
    const { id } = JSON.parse(made.stdout) as { id: number }
    const listed = JSON.parse(
      (await user.inlet('projects', 'list', '--limit', '1', '--json')).stdout,
    ) as unknown
    expect(listed).toEqual([{ id, name }])
    const refused = await user.inlet('projects', 'create', 'x', '--languages', 'english')
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('supported_languages.0')])
  })

  it('are shown with their settings, and listed while they are archived', async () => {
    const scopes = [...importScopes, 'project:manage'].join(',')
    const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', scopes) })
    const name = `Shown ${Date.now()}`
    const made = await user.inlet('projects', 'create', name, '--share', 'everyone', '--redact', '--json')
    const { id } = JSON.parse(made.stdout) as { id: number }
    const shown = await user.inlet('projects', 'show', name)
    expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringMatching(/shared_with +everyone/)])
    const whole = JSON.parse((await user.inlet('projects', 'show', String(id), '--json')).stdout) as object
    expect(whole).toMatchObject({ id, privacy: { redact_pii: true }, counts: { audio: 0, survey: 0 } })
    const archived = async () =>
      JSON.parse((await user.inlet('projects', 'list', '--archived', '--json')).stdout) as object[]
    expect(await archived()).toEqual([])
    expect((await user.inlet('projects', 'archive', name)).exitCode).toBe(0)
    expect(await archived()).toEqual([{ id, name }])
    expect((await user.inlet('projects', 'show', String(id))).exitCode).toBe(1)
    expect((await user.inlet('projects', 'unarchive', String(id))).exitCode).toBe(0)
    expect(await archived()).toEqual([])
    const unknown = await user.inlet('projects', 'show', '2000000000')
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('project')])
  })

  it('exit with 4 if the key may not create them', async () => {
    const user = await makeUser({ key: await makeKey(inject('systemEnv'), '--scopes', 'project:read') })
    const { exitCode, stderr } = await user.inlet('projects', 'create', 'x')
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('project:write')])
  })
})

describe('import', () => {
  it('imports new, changed and requested files, and nothing twice', async () => {
    const user = await makeUser()
    const projectId = await makeProject()
    const project = ['--project', String(projectId)]
    const folder = await makeFolder({
      'a.txt': 'first',
      'b.txt': 'second',
      'x.heic': 'x',
      'sub/c.txt': 'third',
    })
    const counts = async (...args: string[]) => {
      const { summary, exitCode } = await user.lines('import', folder, ...project, ...args)
      return [exitCode, summary['completed'], summary['already_there']]
    }
    expect(await counts()).toEqual([0, 3, 0])
    expect(await counts()).toEqual([0, 0, 3])
    await utimes(join(folder, 'a.txt'), 1, 1)
    await rename(join(folder, 'b.txt'), join(folder, 'moved.txt'))
    expect(await counts()).toEqual([0, 0, 3])
    await writeFile(join(folder, 'a.txt'), 'changed')
    expect(await counts()).toEqual([0, 1, 2])
    expect(await counts('--again')).toEqual([0, 3, 0])
    const { completed = [] } = await recordsOf(projectId)
    expect(completed.sort()).toEqual(['a.txt', 'a.txt', 'a.txt', 'b.txt', 'c.txt', 'c.txt', 'moved.txt'])
  })

  it('only shows with --dry-run what it would send', async () => {
    const user = await makeUser({ key: defaultKey })
    const projectId = await makeProject()
    const files = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`${i}.txt`, 'text']))
    const folder = await makeFolder({ ...files, 'x.zip': '' })
    const { stdout } = await user.inlet('import', folder, '-p', String(projectId), '--dry-run', '--json')
    const plan = JSON.parse(stdout) as { files: unknown[] }
    expect(plan.files).toHaveLength(25)
    expect(plan).toMatchObject({ bytes: 100, calls: 2, calls_per_minute: 20, least_seconds: 0 })
    expect(plan).toMatchObject({ skipped: [{ reason: '.zip is not a supported kind' }] })
    expect(await recordsOf(projectId)).toEqual({})
  })

  it('imports documents as insights, published with --publish', async () => {
    const user = await makeUser()
    const projectId = await makeProject()
    const folder = await makeFolder({ 'report.pdf': makePdf('Findings') })
    const args = ['import', folder, '-p', String(projectId), '--as', 'insight', '--publish']
    const { items, exitCode } = await user.lines(...args)
    expect(exitCode).toBe(0)
    const status = await service().insights.status(String(items[0]?.['insight_key']))
    expect(status).toMatchObject({ processing_status: 'completed', insight_state: 0, name: 'report.pdf' })
  })

  it('exits with 8 and the reason if a file cannot be processed, also the next time', async () => {
    const user = await makeUser()
    const projectId = await makeProject()
    const folder = await makeFolder({ 'good.txt': 'text', 'broken.pdf': 'no document at all' })
    const first = await user.lines('import', folder, '-p', String(projectId))
    expect(first.exitCode).toBe(8)
    const failed = first.items.find((item) => item['status'] === 'failed')
    expect(failed).toMatchObject({ file: join(folder, 'broken.pdf'), reason: expect.stringMatching(/\w{3}/) })
    const second = await user.lines('import', folder, '-p', String(projectId))
    expect(second.exitCode).toBe(8)
    expect(second.summary).toMatchObject({ failed: 1, already_there: 1, completed: 0 })
    const third = await user.lines('import', folder, '-p', String(projectId), '--retry-failed')
    expect((await recordsOf(projectId))['error']).toEqual(['broken.pdf', 'broken.pdf'])
    expect(third.exitCode).toBe(8)
  })

  it('finds a project by name, and lists the existing ones', async () => {
    const user = await makeUser()
    const name = `By name ${Date.now()}`
    const { id } = await service().projects.create({ name })
    const folder = await makeFolder({ 'a.txt': 'text' })
    expect((await user.inlet('import', folder, '-p', name.toUpperCase())).exitCode).toBe(0)
    expect(await recordsOf(id)).toEqual({ completed: ['a.txt'] })
    const wrong = await user.inlet('import', folder, '-p', 'No such thing')
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining(name)])
    const unknown = await user.inlet('import', folder, '-p', '999999999')
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('project')])
  })

  it('detects imports that the service no longer has with --verify', async () => {
    const user = await makeUser()
    const projectId = await makeProject()
    const folder = await makeFolder({ 'a.txt': 'text' })
    await user.inlet('import', folder, '-p', String(projectId))
    // Simulates a deleted file with a key that does not exist.
    const journals = join(user.home, '.local/state/inlet/journals')
    const [name = ''] = await readdir(journals)
    const path = join(journals, name)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(/"key":"[^"]+"/g, '"key":"00000000-0000-4000-8000-000000000000"'))
    const { summary } = await user.lines('import', folder, '-p', String(projectId), '--verify')
    expect(summary).toMatchObject({ completed: 1, already_there: 0 })
  })
})

describe('Ctrl-C', () => {
  it('stops cleanly, says how to resume, and the next run resumes', async () => {
    const user = await makeUser()
    const projectId = await makeProject()
    const names = Array.from({ length: 12 }, (_, i) => `note-${i}.txt`)
    const folder = await makeFolder(Object.fromEntries(names.map((name) => [name, `Text of ${name}`])))
    const args = ['import', folder, '-p', String(projectId), '--parallel', '2']
    const run = user.start(...args)
    await until(() => run.said.stderr.includes('completed'))
    run.child.kill('SIGINT')
    const stopped = await run.ended
    expect(stopped.exitCode).toBe(130)
    expect(stopped.stderr).toContain('Run the same command again to resume')
    const again = await user.inlet(...args)
    expect(again.exitCode).toBe(0)
    const records = await recordsOf(projectId)
    expect(records['completed']?.sort()).toEqual([...names].sort())
  })

  it('quits immediately when pressed twice', async () => {
    const user = await makeUser({ key: defaultKey })
    const folder = await makeFolder({ 'long.txt': 'Slowly uploaded. '.repeat(4000) })
    const run = user.start('import', folder, '-p', String(await makeProject()), '--limit-rate', '1024')
    await until(() => run.said.stderr.includes('to import'))
    // Long enough for the upload to begin, which takes a minute.
    await sleep(2000)
    run.child.kill('SIGINT')
    await until(() => run.said.stderr.includes('Press Ctrl-C again'))
    const pressedAt = performance.now()
    run.child.kill('SIGINT')
    expect((await run.ended).exitCode).toBe(130)
    expect(performance.now() - pressedAt).toBeLessThan(3000)
  })
})

describe('two runs at once', () => {
  it('cannot import into the same project', async () => {
    const user = await makeUser({ key: defaultKey })
    const project = String(await makeProject())
    const names = Array.from({ length: 30 }, (_, i) => `note-${i}.txt`)
    const folder = await makeFolder(Object.fromEntries(names.map((name) => [name, `Text of ${name}`])))
    const first = user.start('import', folder, '-p', project)
    await until(() => first.said.stderr.includes('to import'))
    const second = await user.inlet('import', folder, '-p', project)
    expect([second.exitCode, second.stderr]).toEqual([
      1,
      expect.stringContaining(`process ${first.child.pid}`),
    ])
    first.child.kill('SIGKILL')
    await first.ended
  })
})

describe('watch', () => {
  it('imports new files once they have stopped growing, also after a restart', async () => {
    const user = await makeUser()
    const projectId = await makeProject()
    const folder = await makeFolder({ 'early.txt': 'there from the beginning' })
    const args = ['watch', folder, '-p', String(projectId), '--settle', '2s', '--every', '1s']
    const first = user.start(...args)
    await until(() => first.said.stdout.includes('completed  '))
    await mkdir(join(folder, 'new'))
    const growing = join(folder, 'new/growing.txt')
    for (let i = 0; i < 4; i += 1) {
      await writeFile(growing, 'one line more\n', { flag: 'a' })
      await new Promise((resolve) => setTimeout(resolve, 900))
      expect(first.said.stderr).not.toContain('sending    new')
    }
    await until(() => /sending.*growing/.test(first.said.stderr))
    first.child.kill('SIGKILL')
    await first.ended
    await writeFile(join(folder, 'late.txt'), 'added while not watching')
    const second = user.start(...args)
    await until(
      () => /completed.*growing/.test(second.said.stdout) && /completed.*late/.test(second.said.stdout),
    )
    second.child.kill('SIGINT')
    expect((await second.ended).exitCode).toBe(130)
    expect((await recordsOf(projectId))['completed']?.sort()).toEqual([
      'early.txt',
      'growing.txt',
      'late.txt',
    ])
  })
})

describe('status', () => {
  it('shows one import of any kind, and the most recent ones', async () => {
    const user = await makeUser()
    const projectId = await makeProject()
    const folder = await makeFolder({ 'a.txt': 'text', 'broken.pdf': 'nothing' })
    await user.inlet('import', folder, '-p', String(projectId), '--as', 'insight')
    const recent = JSON.parse((await user.inlet('status', '--json', '--limit', '5')).stdout) as Array<
      Record<string, string>
    >
    expect(recent.length).toBeLessThanOrEqual(5)
    const broken = recent.find(({ name }) => name === 'broken.pdf')
    expect(broken?.['error_code']).toBe('type_mismatch')
    const one = await user.inlet('status', broken?.['key'] ?? '', '--json')
    expect([one.exitCode, JSON.parse(one.stdout)]).toEqual([
      8,
      [
        expect.objectContaining({
          kind: 'insight',
          status: 'failed',
          reason: expect.stringMatching(/\w{3}/),
          error_code: 'type_mismatch',
          percent: null,
        }),
      ],
    ])
    const unknown = await user.inlet('status', '00000000-0000-4000-8000-000000000000')
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('was found for this API key'),
    ])
  })
})

describe('a terminal', () => {
  it('shows progress bars, and clears them at the end', async () => {
    const user = await makeUser()
    const folder = await makeFolder({ 'a.txt': 'text '.repeat(200_000), 'b.txt': 'more' })
    const command = `stty cols 90; ${process.execPath} ${binFile} import ${folder} -p ${await makeProject()}`
    const run = startScript(command, user.env, user.home)
    const { stdout, exitCode } = await run.ended
    expect(exitCode).toBe(0)
    expect(stdout).toContain('░')
    expect(stdout).toContain('of 2 done')
    // Only the report follows the last clearing of the screen.
    expect(stdout.slice(stdout.lastIndexOf('\u001b[J'))).toContain('2 files completed')
  })

  it('prompts for what login needs, without showing the secret', async () => {
    const home = await makeFolder()
    const { PATH = '' } = process.env
    const command = `${process.execPath} ${binFile} login`
    const run = startScript(command, { PATH, HOME: home, TERM: 'xterm' }, home)
    for (const [question, answer] of [
      ['Address', baseUrl],
      ['Client id', clientId],
      ['secret', clientSecret],
    ] as const) {
      await until(() => run.said.stdout.includes(question))
      run.child.stdin?.write(`${answer}\r`)
    }
    const { stdout, exitCode } = await run.ended
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Logged in')
    expect(stdout).not.toContain(clientSecret)
    expect((await runMain(['whoami'], { HOME: home })).exitCode).toBe(0)
  })
})

/** Runs a command in a pseudo terminal with `script` from util-linux. */
function startScript(command: string, env: Record<string, string>, cwd: string): Running {
  return startProcess('script', ['-qefc', command, '/dev/null'], { ...env, TERM: 'xterm' }, cwd)
}
