/** Makes each denied system call inside the sandbox. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoot, removeRoot } from '../../test/job-dirs.ts'
import { handToSandbox } from './ownership.ts'
import { probeSandbox } from './probe.ts'
import { runSandboxed } from './run.ts'
import type { Sandbox, SandboxLimits } from './sandbox.ts'
import type { SyscallRule } from './seccomp-rules.ts'
import { seccompRules } from './seccomp-rules.ts'
import { syscallNumbers } from './syscall-numbers.ts'

const limits: SandboxLimits = {
  wallMs: 20_000,
  cpuSeconds: 10,
  memoryBytes: 1024 ** 3,
  fileBytes: 1024 ** 2,
  totalBytes: 64 * 1024 ** 2,
  processes: 64,
}

/** Prints the error of each call, 0 for success. */
const caller = `
  for (@ARGV) {
    my ($name, @words) = split /:/;
    my $answer = syscall($words[0], map { $_ + 0 } (@words[1 .. $#words], (0) x 6)[0 .. 5]);
    print "$name ", ($answer == -1 ? $! + 0 : 0), "\\n";
  }`

let root: string
let workDir: string
beforeAll(async () => {
  root = await makeRoot()
  workDir = join(root, 'job')
  await mkdir(workDir, { mode: 0o700 })
  await handToSandbox(workDir)
})
afterAll(() => removeRoot(root))

const numbers = syscallNumbers[process.arch === 'arm64' ? 'arm64' : 'x64']

/** Arguments that the rule denies. */
function wordsOf({ name, when }: SyscallRule): string {
  const args = [0, 0, 0, 0, 0, 0]
  if (when?.is === 'not') args[when.arg] = when.value === 1 ? 2 : 1
  else if (when) args[when.arg] = when.value
  return [name, numbers[name], ...args].join(':')
}

async function answers(sandbox: Sandbox, rules: readonly SyscallRule[]): Promise<Map<string, number>> {
  const args = ['-e', caller, ...rules.map(wordsOf)]
  const outcome = await runSandboxed(sandbox, { command: 'perl', args, workDir, limits })
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  const lines = outcome.stdout.trim().split('\n')
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]))
}

describe.each(['full', 'reduced'] as const)('in %s mode', (mode) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await probeSandbox({ workRoot: root, forceReduced: mode === 'reduced' })
  })
  const rules = seccompRules[mode].filter(({ name }) => numbers[name] !== undefined)

  it('every denied call fails with its error', async () => {
    const wanted = new Map(rules.map(({ name, errno }) => [name as string, errno]))
    expect(await answers(sandbox, rules)).toEqual(wanted)
    expect(wanted.size).toBeGreaterThan(50)
  })

  it('many of them work without the filter (control)', async () => {
    // A filter of one instruction that allows everything.
    const open = { ...sandbox, filter: Buffer.from([6, 0, 0, 0, 0, 0, 0xff, 0x7f]) }
    // These would end or duplicate the program.
    const harmless = rules.filter(({ name }) => !['clone', 'kill', 'tgkill', 'vhangup'].includes(name))
    const seen = await answers(open, harmless)
    const different = harmless.filter(({ name, errno }) => seen.get(name) !== errno)
    expect(different.length).toBeGreaterThan(15)
  })
})
