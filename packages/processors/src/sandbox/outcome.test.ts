import { describe, expect, it } from 'vitest'
import type { ProgramEnd } from './outcome.ts'
import { classifyEnd } from './outcome.ts'

const limits = { wallMs: 60_000, cpuSeconds: 20, memoryBytes: 1, fileBytes: 1, processes: 1 }
const end: ProgramEnd = {
  exitCode: 0,
  signal: null,
  elapsedMs: 100,
  stoppedByClock: false,
  started: true,
  stdout: 'out',
  stderr: 'err',
}
const classify = (more: Partial<ProgramEnd>) => classifyEnd({ ...end, ...more }, limits)

describe('the outcome of a program', () => {
  it('is ok at exit code 0', () => {
    expect(classify({})).toEqual({ kind: 'ok', stdout: 'out', stderr: 'err' })
  })

  it('is a timeout if we killed it or at the CPU limit', () => {
    expect(classify({ stoppedByClock: true, signal: 'SIGKILL', exitCode: null })).toEqual({
      kind: 'timed_out',
    })
    expect(classify({ exitCode: 128 + 24 })).toEqual({ kind: 'timed_out' })
  })

  it('after a foreign SIGKILL is out of memory if early, a timeout if late', () => {
    expect(classify({ exitCode: 137 })).toEqual({ kind: 'out_of_memory' })
    expect(classify({ exitCode: null, signal: 'SIGKILL' })).toEqual({ kind: 'out_of_memory' })
    expect(classify({ exitCode: 137, elapsedMs: 20_000 })).toEqual({ kind: 'timed_out' })
  })

  it.each([
    "terminate called after throwing an instance of 'std::bad_alloc'",
    'Out of memory',
    'FATAL ERROR: JavaScript heap out of memory',
    'mmap: Cannot allocate memory',
  ])('with the message "%s" is out of memory', (stderr) => {
    expect(classify({ exitCode: 134, stderr })).toEqual({ kind: 'out_of_memory' })
  })

  it('is refused if the sandbox failed before the program started', () => {
    expect(classify({ exitCode: 1, started: false, stderr: "a\nbwrap: Can't mount\n" })).toEqual({
      kind: 'refused',
      reason: "bwrap: Can't mount",
    })
  })

  it('is a crash otherwise, by code or by signal', () => {
    expect(classify({ exitCode: 3 })).toMatchObject({ kind: 'crashed', exitCode: 3, signal: null })
    expect(classify({ exitCode: 139 })).toMatchObject({ kind: 'crashed', exitCode: null, signal: 'SIGSEGV' })
    expect(classify({ exitCode: 250 })).toMatchObject({ kind: 'crashed', exitCode: 250, signal: null })
  })

  it('throws on infrastructure errors', () => {
    expect(() => classify({ exitCode: 1, stderr: 'write: No space left on device' })).toThrow('No space left')
    const missing = 'prlimit: failed to execute x: No such file or directory'
    expect(() => classify({ exitCode: 127, stderr: missing })).toThrow('failed to execute')
    const broken = '/usr/bin/x: error while loading shared libraries: libx.so: cannot open shared object file'
    expect(() => classify({ exitCode: 127, stderr: broken })).toThrow('libx.so')
  })
})
