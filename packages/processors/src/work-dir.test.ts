import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkRoot, sweepWorkDirs, withWorkDir } from './work-dir.ts'

let root: string
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'inlet-work-')), 'root')
})
afterEach(() => rm(join(root, '..'), { recursive: true, force: true }))

/** The name a directory of this process would have, with parts of it changed. */
async function nameWith(change: (parts: string[]) => void): Promise<string> {
  const name = await withWorkDir(root, async (workDir) => basename(workDir))
  const parts = name.split('-')
  change(parts)
  return parts.join('-')
}

describe('a work directory', () => {
  it('is private, and removed afterwards', async () => {
    await withWorkDir(root, async (workDir) => {
      expect((await stat(workDir)).mode & 0o777).toBe(0o700)
      await writeFile(join(workDir, 'file'), 'x')
    })
    expect(await readdir(root)).toEqual([])
  })

  it('is removed after a failure too, and the failure is rethrown', async () => {
    await expect(withWorkDir(root, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await readdir(root)).toEqual([])
  })

  it('is removed even when a program locked a folder in it', async () => {
    await withWorkDir(root, async (workDir) => {
      await mkdir(join(workDir, 'locked/inner'), { recursive: true })
      await writeFile(join(workDir, 'locked/inner/file'), 'x')
      await chmod(join(workDir, 'locked/inner'), 0)
    })
    expect(await readdir(root)).toEqual([])
  })
})

describe('the root of work directories', () => {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777

  it('is created for its owner only', async () => {
    await openWorkRoot(root)
    expect(await modeOf(root)).toBe(mode)
  })

  it('is made private if it is not', async () => {
    await mkdir(root)
    await chmod(root, 0o777)
    await openWorkRoot(root)
    expect(await modeOf(root)).toBe(mode)
  })

  it('is refused if it is a symbolic link or a file', async () => {
    await mkdir(`${root}-target`)
    await symlink(`${root}-target`, root)
    await expect(openWorkRoot(root)).rejects.toThrow('symbolic link')
    await writeFile(`${root}-file`, '')
    await expect(openWorkRoot(`${root}-file`)).rejects.toThrow(/EEXIST.*INLET_WORK_DIR/)
  })

  it.runIf(process.getuid?.() === 0)('is refused if it belongs to another user', async () => {
    await mkdir(root)
    await chown(root, 12_345, 12_345)
    await expect(openWorkRoot(root)).rejects.toThrow(/belongs to user 12345.*INLET_WORK_DIR/)
  })

  it('says what to do if it cannot be created', async () => {
    await expect(openWorkRoot('/dev/null/inlet')).rejects.toThrow(/INLET_WORK_DIR to a folder/)
  })
})

describe('the sweep', () => {
  it('spares directories of live workers', async () => {
    await withWorkDir(root, async (workDir) => {
      expect(await sweepWorkDirs(root)).toBe(0)
      expect(await readdir(root)).toEqual([basename(workDir)])
    })
  })

  it('removes those of a dead process, and of one that had the same number before', async () => {
    const deadPid = await nameWith((parts) => parts.splice(2, 1, '4194304'))
    const reusedPid = await nameWith((parts) => parts.splice(3, 1, '1'))
    for (const name of [deadPid, reusedPid]) await mkdir(join(root, name, 'inner'), { recursive: true })
    expect(await sweepWorkDirs(root)).toBe(2)
    expect(await readdir(root)).toEqual([])
  })

  it('removes those of workers it cannot see only when no job could still run', async () => {
    const unseen = await nameWith((parts) => parts.splice(1, 1, '7'))
    await mkdir(join(root, unseen))
    expect(await sweepWorkDirs(root)).toBe(0)
    const yesterday = new Date(Date.now() - 24 * 3600 * 1000)
    await utimes(join(root, unseen), yesterday, yesterday)
    expect(await sweepWorkDirs(root)).toBe(1)
  })

  it('keeps directories of others, and accepts a missing root', async () => {
    expect(await sweepWorkDirs(join(root, 'missing'))).toBe(0)
    await mkdir(join(root, 'job-of-another-program'), { recursive: true })
    expect(await sweepWorkDirs(root)).toBe(0)
  })
})
