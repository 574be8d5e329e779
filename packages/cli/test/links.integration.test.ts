/** Imports links, which the service downloads, and kills the command after every step: each link is imported once. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { startFileServer } from '../../../acceptance/harness/file-server.ts'
import { makeBmp, makePdf } from '../../../acceptance/harness/samples.ts'
import { type CliUser, makeProject, makeUser, recordsOf, service } from './command.ts'
import { makeFolder } from './folder.ts'

const server = await startFileServer()
afterAll(() => server.close())
const image = makeBmp(20, 20)
const linkTo = (path: string, reply = { body: image }) => {
  server.replies.set(path, reply)
  return `${server.url}${path}?signature=secret`
}

async function readJournals({ home }: CliUser): Promise<string> {
  const folder = join(home, '.local/state/inlet/journals')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

describe('a link', () => {
  it('is imported once, next to files, and its signature is not stored', async () => {
    const user = await makeUser()
    const projectId = await makeProject('Links')
    const folder = await makeFolder({ 'local.bmp': image })
    const args = ['import', folder, linkTo('/board.bmp'), '-p', String(projectId)]
    const dry = await user.inlet(...args, '--dry-run')
    expect(dry.stdout).toContain(`${server.url}/board.bmp`)
    const first = await user.lines(...args)
    expect([first.exitCode, first.stderr]).toEqual([0, expect.any(String)])
    expect(first.summary).toMatchObject({ completed: 2, failed: 0 })
    const item = first.items.find(({ file }) => file === `${server.url}/board.bmp`)
    expect(item).toMatchObject({ status: 'completed', kind: 'image', wav_key: expect.any(String) })
    expect((await user.lines(...args)).summary).toMatchObject({ completed: 0, already_there: 2 })
    expect((await recordsOf(projectId))['completed']?.sort()).toEqual(['board.bmp', 'local.bmp'])
    expect(await readJournals(user)).not.toContain('secret')
    expect((await user.lines(...args, '--again')).summary).toMatchObject({ completed: 2 })
  })

  it('becomes an insight with a given name and references', async () => {
    const user = await makeUser()
    const projectId = await makeProject('Linked insight')
    const link = linkTo('/view', { body: makePdf('linked') })
    const options = ['--as', 'insight', '--name', 'report.pdf', '--external-id', 'talk-1']
    const { items, exitCode } = await user.lines('import', link, '-p', String(projectId), ...options)
    expect(exitCode).toBe(0)
    const key = String(items[0]?.['insight_key'])
    expect(await service().insights.status(key, { include: ['details'] })).toMatchObject({
      name: 'report.pdf',
      external_id: 'talk-1',
    })
  })

  it('that cannot be downloaded says why and what to do', async () => {
    const user = await makeUser()
    const args = ['-p', String(await makeProject('Broken links'))]
    server.replies.set('/expired.bmp', { status: 403 })
    const failed = await user.inlet('import', `${server.url}/expired.bmp`, ...args)
    expect(failed.exitCode).toBe(8)
    expect(failed.stderr).toContain('status 403')
    expect(failed.stderr).toContain('--retry-failed')
    const again = await user.lines(
      'import',
      linkTo('/expired.bmp').split('?')[0] ?? '',
      ...args,
      '--retry-failed',
    )
    expect(again.summary).toMatchObject({ completed: 1 })
    const page = linkTo('/page.pdf', { body: Buffer.from('<!doctype html><title>Sign in</title>') })
    expect((await user.inlet('import', page, ...args)).stderr).toContain('web page')
    const inside = await user.inlet('import', 'https://127.0.0.2/a.pdf', ...args)
    expect([inside.exitCode, inside.stderr]).toEqual([8, expect.stringContaining('public host')])
    const nameless = await user.inlet('import', `${server.url}/view`, ...args)
    expect([nameless.exitCode, nameless.stderr]).toEqual([2, expect.stringContaining('--name')])
  })

  it('is imported once although the command is killed after every step', async () => {
    const user = await makeUser()
    const projectId = await makeProject('Killed links')
    const names: string[] = []
    let kills = 0
    for (const moment of ['begin', 'key', 'accepted'])
      for (let i = 0; i < 3; i += 1) {
        const name = `${moment}-${i}.bmp`
        names.push(name)
        const args = ['import', linkTo(`/${name}`), '-p', String(projectId)]
        const before = (await readJournals(user)).split(`"do":"${moment}"`).length
        const run = user.start(...args)
        const isOver = () => run.child.exitCode !== null
        while (!isOver() && (await readJournals(user)).split(`"do":"${moment}"`).length === before)
          await sleep(1)
        await sleep(i * 5)
        run.child.kill('SIGKILL')
        if ((await run.ended).exitCode === null) kills += 1
        const last = await user.inlet(...args)
        expect([last.exitCode, last.stderr], last.stderr).toEqual([0, expect.any(String)])
      }
    const records = await recordsOf(projectId)
    const downloads = names.map((name) => server.requests.filter((path) => path === `/${name}`).length)
    console.log(
      `links=${names.length} kills=${kills} records=${Object.values(records).flat().length} downloads=${downloads.join('+')}`,
    )
    // No record without a file either: initialize is repeated with its idempotency key.
    expect(Object.keys(records)).toEqual(['completed'])
    expect(records['completed']?.sort()).toEqual(names.sort())
    expect(downloads).toEqual(names.map(() => 1))
    expect(kills).toBeGreaterThanOrEqual(6)
  }, 600_000)
})
