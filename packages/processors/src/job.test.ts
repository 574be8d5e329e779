import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outputFile, prepareJobDir, sourceName } from './job.ts'

let workDir: string
beforeEach(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'inlet-job-'))
})
afterEach(() => rm(workDir, { recursive: true }))

describe('a job directory', () => {
  it('contains the upload under a fixed name, and the requested files', async () => {
    await writeFile(join(workDir, '-rf $(x).pdf'), 'content')
    await prepareJobDir(workDir, join(workDir, '-rf $(x).pdf'), new Map([['a/b/c.txt', 'seed']]))
    expect(await readFile(join(workDir, sourceName), 'utf8')).toBe('content')
    expect(await readFile(join(workDir, 'a/b/c.txt'), 'utf8')).toBe('seed')
  })

  it('rejects an upload outside of it, and a link to one', async () => {
    await mkdir(join(workDir, 'inner'))
    await writeFile(join(workDir, 'inner/upload'), 'content')
    await expect(prepareJobDir(workDir, join(workDir, 'inner/upload'))).rejects.toThrow(TypeError)
    await symlink(join(workDir, 'inner/upload'), join(workDir, 'link'))
    await expect(prepareJobDir(workDir, join(workDir, 'link'))).rejects.toThrow(TypeError)
  })
})

describe('the output of a program', () => {
  const output = (name: string) => outputFile({ workDir }, name)

  it('is a file with content', async () => {
    await mkdir(join(workDir, 'out'))
    await writeFile(join(workDir, 'out/a.pdf'), 'x')
    await writeFile(join(workDir, 'empty.pdf'), '')
    expect(await output('out/a.pdf')).toBe(join(workDir, 'out/a.pdf'))
    expect(await output('empty.pdf')).toBeNull()
    expect(await output('out')).toBeNull()
    expect(await output('none.pdf')).toBeNull()
  })

  it('is ignored if its path contains a symbolic link', async () => {
    const secrets = await mkdtemp(join(tmpdir(), 'inlet-secrets-'))
    await writeFile(join(secrets, 'a.pdf'), 'secret')
    await symlink(join(secrets, 'a.pdf'), join(workDir, 'a.pdf'))
    await symlink(secrets, join(workDir, 'out'))
    expect(await output('a.pdf')).toBeNull()
    expect(await output('out/a.pdf')).toBeNull()
    await rm(secrets, { recursive: true })
  })
})
