/** The sandbox on a host without namespaces. */

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoot, removeRoot } from '../../test/job-dirs.ts'
import { canForbidNamespaces, withoutNamespaces } from '../../test/unconfined-host.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('../../test/reduced-host.child.ts', import.meta.url))

let root: string
beforeAll(async () => {
  root = await makeRoot()
})
afterAll(() => removeRoot(root))

type Seen = { mode: string; isRoot: boolean; attempts: number; confined: string[]; control: string[] }

async function tryFrom(words: readonly string[]): Promise<Seen> {
  const [file, ...args] = [...words, process.execPath, child, root]
  const env = { PATH: process.env['PATH'], INLET_SECRET: 'canary' }
  const { stdout } = await run(file, args, { env, timeout: 100_000 })
  return JSON.parse(stdout) as Seen
}

describe.skipIf(!canForbidNamespaces())('on a host without namespaces', () => {
  it('no attempt reaches network, worker or other jobs in reduced mode; without it, each does', async () => {
    const seen = await tryFrom(withoutNamespaces)
    expect(seen).toMatchObject({ mode: 'reduced', isRoot: false, attempts: 10 })
    process.stdout.write(
      `reduced sandbox: reached=${seen.confined.length} of ${seen.attempts}, control=${seen.control.length} of ${seen.attempts}\n`,
    )
    expect(seen.confined).toEqual([])
    expect(seen.control).toHaveLength(10)
  }, 120_000)

  it('refuses to run programs by default, and says why', async () => {
    const script = `
      import { probeSandbox } from ${JSON.stringify(new URL('./probe.ts', import.meta.url))}
      await probeSandbox({ workRoot: ${JSON.stringify(root)} }).catch((error) => console.log(error.code, error.message))`
    const path = join(root, 'probe.ts')
    await writeFile(path, script)
    const [file, ...args] = [...withoutNamespaces, process.execPath, path]
    const { stdout } = await run(file, args, { timeout: 60_000 })
    expect(stdout).toMatch(/^refused converters cannot be isolated: bwrap: .*(namespace|userns)/i)
  })
})
