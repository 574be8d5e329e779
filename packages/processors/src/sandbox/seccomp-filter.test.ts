import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { seccompFilter } from './seccomp-filter.ts'
import { ownPid, seccompRules } from './seccomp-rules.ts'
import type { Architecture, SyscallName } from './syscall-numbers.ts'
import { syscallNumbers } from './syscall-numbers.ts'

const audit = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
const architectures = ['x64', 'arm64'] as const
const modes = ['full', 'reduced'] as const

type Call = { readonly number: number; readonly arch: number; readonly args?: readonly number[] }

/** Runs the program as the kernel does. */
function ask(filter: Buffer, { number, arch, args = [] }: Call): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(arch, 4)
  for (const [i, arg] of args.entries()) data.writeUInt32LE(arg, 16 + 8 * i)
  let accumulator = 0
  for (let at = 0; at * 8 < filter.length; at += 1) {
    const code = filter.readUInt16LE(at * 8)
    const jumps = [filter.readUInt8(at * 8 + 3), filter.readUInt8(at * 8 + 2)]
    const operand = filter.readUInt32LE(at * 8 + 4)
    const jump = (isTrue: boolean) => {
      at += jumps[isTrue ? 1 : 0] ?? 0
    }
    if (code === 0x20) accumulator = data.readUInt32LE(operand)
    else if (code === 0x54) accumulator &= operand
    else if (code === 0x15) jump(accumulator === operand)
    else if (code === 0x35) jump(accumulator >= operand)
    else if (code === 0x45) jump((accumulator & operand) !== 0)
    else if (code === 0x06) return nameOf(operand)
    else throw new Error(`unknown instruction ${code}`)
  }
  throw new Error('the program has no end')
}

function nameOf(action: number): string {
  if (action === 0x8000_0000) return 'killed'
  return action === 0x7fff_0000 ? 'allowed' : `error ${action - 0x0005_0000}`
}

function call(arch: Architecture, mode: 'full' | 'reduced', name: SyscallName, ...args: number[]): string {
  const number = syscallNumbers[arch][name] ?? -1
  return ask(seccompFilter(mode, arch), { number, arch: audit[arch], args })
}

describe.each(architectures)('the filter for %s', (arch) => {
  it.each(modes)('kills programs of another architecture in %s mode', (mode) => {
    const other = arch === 'x64' ? audit.arm64 : audit.x64
    expect(ask(seccompFilter(mode, arch), { number: 0, arch: other })).toBe('killed')
    const i386 = 0x4000_0003
    expect(ask(seccompFilter(mode, arch), { number: 0, arch: i386 })).toBe('killed')
  })

  it.each(modes)('refuses every call that is denied in all cases in %s mode', (mode) => {
    for (const { name, errno, when } of seccompRules[mode]) {
      if (when !== undefined || syscallNumbers[arch][name] === undefined) continue
      expect([name, call(arch, mode, name)]).toEqual([name, `error ${errno}`])
    }
  })

  it.each(modes)('allows what no rule names in %s mode', (mode) => {
    const named = new Set(Object.values(syscallNumbers[arch]))
    for (let number = 0; number < 470; number += 1) {
      if (!named.has(number))
        expect([number, ask(seccompFilter(mode, arch), { number, arch: audit[arch] })]).toEqual([
          number,
          'allowed',
        ])
    }
  })

  it('allows new threads but not new namespaces', () => {
    const threadFlags = 0x003d_0f00
    expect(call(arch, 'full', 'clone', threadFlags)).toBe('allowed')
    for (const flag of [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000])
      expect(call(arch, 'full', 'clone', flag | 17)).toBe('error 1')
    expect(call(arch, 'full', 'clone3')).toBe('error 38')
  })

  it('allows local sockets only', () => {
    for (const family of [0, 2, 10, 16, 17, 40])
      expect(call(arch, 'full', 'socket', family, 1)).toBe('error 97')
    expect(call(arch, 'full', 'socket', 1, 2)).toBe('allowed')
    const closeOnExec = 0o2000000
    expect(call(arch, 'reduced', 'socket', 1, 1 | closeOnExec)).toBe('allowed')
    expect(call(arch, 'reduced', 'socket', 1, 2)).toBe('error 97')
    expect(call(arch, 'reduced', 'socket', 2, 1)).toBe('error 97')
  })

  it('in reduced mode lets a program affect only itself', () => {
    expect(call(arch, 'reduced', 'kill', ownPid, 9)).toBe('allowed')
    expect(call(arch, 'reduced', 'kill', 0xffff_ffff, 9)).toBe('error 1')
    expect(call(arch, 'reduced', 'tgkill', 77, 77, 9)).toBe('error 1')
    expect(call(arch, 'reduced', 'prlimit64', 0)).toBe('allowed')
    expect(call(arch, 'reduced', 'prlimit64', 77)).toBe('error 1')
    expect(call(arch, 'reduced', 'setpriority', 0, 77)).toBe('error 1')
    expect(call(arch, 'full', 'kill', 77, 9)).toBe('allowed')
  })

  it('does not type into terminals', () => {
    expect(call(arch, 'full', 'ioctl', 0, 0x5412)).toBe('error 1')
    expect(call(arch, 'full', 'ioctl', 0, 0x5413)).toBe('allowed')
  })
})

it('refuses calls of the x32 interface', () => {
  const filter = seccompFilter('full', 'x64')
  expect(ask(filter, { number: 0x4000_0000 + 101, arch: audit.x64 })).toBe('error 38')
})

const headers = {
  x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
  arm64: '/usr/include/asm-generic/unistd.h',
} as const

describe.each(architectures)('the numbers of %s', (arch) => {
  it.skipIf(!existsSync(headers[arch]))('agree with the headers of the kernel', () => {
    const text = readFileSync(headers[arch], 'utf8')
    let compared = 0
    for (const [name, number] of Object.entries(syscallNumbers[arch])) {
      const found = new RegExp(`^#define __NR(?:3264)?_${name} (\\d+)$`, 'm').exec(text)?.[1]
      if (found === undefined) continue
      compared += 1
      expect([name, number]).toEqual([name, Number(found)])
    }
    expect(compared).toBeGreaterThan(70)
  })
})
