import { describe, expect, it } from 'vitest'
import type { MachineState, ProgramEnd } from './outcome.ts'
import { classifyEnd } from './outcome.ts'

const limits = { wallMs: 60_000, cpuSeconds: 20, memoryBytes: 1, fileBytes: 1, totalBytes: 1, processes: 1 }
const calm: MachineState = { wasDiskFull: false, isMemoryShort: false, oomKill: null }
const end: ProgramEnd = {
  exitCode: 0,
  signal: null,
  elapsedMs: 100,
  stoppedBy: null,
  machine: calm,
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
    expect(classify({ stoppedBy: 'clock', signal: 'SIGKILL', exitCode: null })).toEqual({
      kind: 'timed_out',
    })
    expect(classify({ exitCode: 128 + 24 })).toEqual({ kind: 'timed_out' })
  })

  it('is a timeout after a late foreign SIGKILL, and says nothing about the file after an early one', () => {
    expect(() => classify({ exitCode: 137 })).toThrow('killed by the system')
    expect(() => classify({ exitCode: null, signal: 'SIGKILL' })).toThrow('killed by the system')
    expect(classify({ exitCode: 137, elapsedMs: 20_000 })).toEqual({ kind: 'timed_out' })
  })

  it('depends on whose memory limit was exceeded', () => {
    const killed = (oomKill: MachineState['oomKill']) =>
      classify({ exitCode: 137, elapsedMs: 20_000, machine: { ...calm, oomKill } })
    expect(killed('limit')).toEqual({ kind: 'out_of_memory' })
    expect(() => killed('machine')).toThrow('killed by the system')
    const machine = { ...calm, isMemoryShort: true }
    expect(() => classify({ exitCode: 134, stderr: 'std::bad_alloc', machine })).toThrow('bad_alloc')
  })

  it('is out of space if we stopped it because of the size of its directory', () => {
    expect(classify({ stoppedBy: 'space', signal: 'SIGKILL', exitCode: null })).toEqual({
      kind: 'out_of_space',
    })
  })

  it('is not believed if the disk was full meanwhile, not even success', () => {
    const machine = { ...calm, wasDiskFull: true }
    for (const exitCode of [0, 1, 139]) {
      expect(() => classify({ exitCode, machine, stderr: 'Bad image' })).toThrow('disk of the work directory')
    }
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
