import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoot, removeRoot } from '../test/job-dirs.ts'
import { probeSandbox } from './sandbox/probe.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { findMissingTools } from './tools.ts'

let root: string
beforeAll(async () => {
  root = await makeRoot()
})
afterAll(() => removeRoot(root))

describe('at start', () => {
  it('all tools run in the sandbox of this machine', async () => {
    expect(await findMissingTools(await probeSandbox({ workRoot: root }), root)).toEqual([])
  })

  it('names what does not run, once for each tool', async () => {
    const broken: Sandbox = {
      ...(await probeSandbox({ workRoot: root })),
      switches: ['--ro-bind', '/no/such/path', '/x'],
    }
    const missing = await findMissingTools(broken, root)
    expect(missing).toHaveLength(10)
    expect(missing[0]).toContain('/no/such/path')
  })

  it.runIf(process.getuid?.() === 0)(
    'fails when the job directories are out of reach of the user programs run as',
    async () => {
      const closed = join(root, 'closed')
      await mkdir(closed)
      await chmod(closed, 0o700)
      await expect(probeSandbox({ workRoot: join(closed, 'jobs') })).rejects.toMatchObject({
        code: 'refused',
      })
    },
  )
})
