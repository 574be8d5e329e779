import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUnreadable } from './find-unreadable.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'inlet-unreadable-'))
  await chmod(root, 0o755)
  await mkdir(join(root, 'home/bin'), { recursive: true })
  await writeFile(join(root, 'home/bin/node'), '')
  await chmod(join(root, 'home/bin/node'), 0o755)
})
afterAll(() => rm(root, { recursive: true }))

describe('findUnreadable', () => {
  it('names the folder or the file that keeps other users out', async () => {
    const node = join(root, 'home/bin/node')
    expect(await findUnreadable(['/usr/bin/env', node])).toBeUndefined()
    await chmod(join(root, 'home'), 0o700)
    expect(await findUnreadable(['/usr/bin/env', node])).toBe(join(root, 'home'))
    await chmod(join(root, 'home'), 0o711)
    await chmod(node, 0o750)
    expect(await findUnreadable([node])).toBe(node)
  })
})
