import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import type { JournalLine } from './entries.ts'
import { journalPath, openJournal, readJournal } from './journal.ts'
import { lockFile } from './lock.ts'

const owner = { base: 'https://inlet.example', project: 7 }
const begin = (id: string, path = `/f/${id}.txt`): JournalLine => ({
  do: 'begin',
  id,
  path,
  as: 'file',
  bytes: 5,
  mtime: '1',
  print: `sha256:${id}`,
})

async function makeJournal() {
  const path = journalPath(await makeFolder(), owner.base, owner.project)
  return { path, journal: await openJournal(path, owner) }
}

describe('the journal', () => {
  it('keeps each step over a restart', async () => {
    const { path, journal } = await makeJournal()
    await journal.write(begin('a'))
    await journal.write({ do: 'key', id: 'a', key: 'k1' })
    await journal.write({ do: 'sent', id: 'a' })
    await journal.write(begin('b'))
    await journal.write({ do: 'key', id: 'b', key: 'k2' })
    await journal.write({ do: 'sent', id: 'b' })
    await journal.write({ do: 'accepted', id: 'b' })
    await journal.write({ do: 'end', id: 'b', state: 'failed', reason: 'unreadable' })
    await journal.close()
    const entries = await readJournal(path)
    expect(entries.at('/f/a.txt', 'file')).toMatchObject({ state: 'sent', key: 'k1' })
    expect(entries.at('/f/b.txt', 'file')).toMatchObject({ state: 'failed', reason: 'unreadable' })
    expect(entries.at('/f/b.txt', 'insight')).toBeUndefined()
  })

  it('loses only the line that a crash truncated', async () => {
    const { path, journal } = await makeJournal()
    await journal.write(begin('a'))
    await journal.close()
    await appendFile(path, '{"do":"key","id":"a","ke')
    const again = await openJournal(path, owner)
    expect(again.entries.at('/f/a.txt', 'file')?.state).toBe('begun')
    await again.write({ do: 'key', id: 'a', key: 'k1' })
    await again.close()
    expect((await readJournal(path)).at('/f/a.txt', 'file')).toMatchObject({ state: 'keyed', key: 'k1' })
  })

  it('writes concurrent lines together, and resolves when all are on disk', async () => {
    const { path, journal } = await makeJournal()
    await Promise.all(Array.from({ length: 500 }, (_, i) => journal.write(begin(String(i)))))
    expect((await readFile(path, 'utf8')).match(/"begin"/g)).toHaveLength(500)
    await journal.close()
  })

  it('finds moved files, and forgets dropped entries', async () => {
    const { journal } = await makeJournal()
    await journal.write(begin('a'))
    await journal.write({ do: 'moved', id: 'a', path: '/g/new.txt', mtime: '2' })
    expect(journal.entries.at('/f/a.txt', 'file')).toBeUndefined()
    expect(journal.entries.at('/g/new.txt', 'file')).toMatchObject({ id: 'a', mtime: '2' })
    expect(journal.entries.ofLength(5, 'file')).toHaveLength(1)
    await journal.write({ do: 'drop', id: 'a', reason: 'x' })
    expect(journal.entries.at('/g/new.txt', 'file')).toBeUndefined()
    expect(journal.entries.ofLength(5, 'file')).toEqual([])
    await journal.close()
  })

  it('returns to the previous import of a path when a new one is abandoned', async () => {
    const { journal } = await makeJournal()
    await journal.write(begin('a', '/f/x.txt'))
    await journal.write({ do: 'sent', id: 'a' })
    await journal.write(begin('b', '/f/x.txt'))
    await journal.write(begin('c', '/f/x.txt'))
    await journal.write({ do: 'drop', id: 'b', reason: 'x' })
    expect(journal.entries.at('/f/x.txt', 'file')).toMatchObject({ id: 'c' })
    await journal.write({ do: 'drop', id: 'c', reason: 'x' })
    expect(journal.entries.at('/f/x.txt', 'file')).toMatchObject({ id: 'a', state: 'sent' })
    await journal.write({ do: 'drop', id: 'a', reason: 'x' })
    expect(journal.entries.at('/f/x.txt', 'file')).toBeUndefined()
    await journal.close()
  })

  it('is readable by its owner only', async () => {
    const { path, journal } = await makeJournal()
    await journal.close()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
  })

  it('has a file for each service and project', () => {
    const path = (base: string, project: number) => journalPath('/s', base, project)
    const all = [path('https://a', 1), path('https://a', 2), path('https://b', 1), path('https://a/x', 1)]
    expect(new Set(all).size).toBe(4)
  })
})

describe('the lock', () => {
  it('rejects a second run and says which process holds it', async () => {
    const { path, journal } = await makeJournal()
    const second = openJournal(path, owner)
    await expect(second).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(String(process.pid)),
    })
    await journal.close()
    await (await openJournal(path, owner)).close()
    expect((await readdir(dirname(path))).filter((name) => name.includes('.lock'))).toEqual([])
  })

  it('takes over the lock of a dead process', async () => {
    const folder = await makeFolder()
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    const path = join(folder, 'x.lock')
    await writeFile(path, JSON.stringify({ pid: child.pid, host: hostname(), startedAt: 'x' }))
    await (await lockFile(path)).release()
  })

  it('takes over the lock of a dead process whose pid is in use again', async () => {
    const path = join(await makeFolder(), 'x.lock')
    const earlier = { pid: process.pid, host: hostname(), startedAt: 'an earlier boot:1' }
    await writeFile(path, JSON.stringify(earlier))
    await (await lockFile(path)).release()
  })

  it('keeps the lock of another machine, and one that it cannot read', async () => {
    const path = join(await makeFolder(), 'x.lock')
    await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', startedAt: '' }))
    await expect(lockFile(path)).rejects.toThrow('on elsewhere')
    await writeFile(path, 'garb')
    await (await lockFile(path)).release()
  })

  it('of a dead process is taken over by exactly one of several processes', async () => {
    const path = join(await makeFolder(), 'x.lock')
    await writeFile(path, JSON.stringify({ pid: 2 ** 22 + 5, host: hostname(), startedAt: '' }))
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockFile(path)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
