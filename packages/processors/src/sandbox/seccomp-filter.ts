/** Compiles rules to the BPF program that the kernel loads. */

import type { SyscallRule } from './seccomp-rules.ts'
import { seccompRules } from './seccomp-rules.ts'
import type { Architecture } from './syscall-numbers.ts'
import { syscallNumbers } from './syscall-numbers.ts'

/** One BPF instruction: operation, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number]

const audit: Record<Architecture, number> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
/** Calls of the x32 interface have this bit; none of our programs uses it, and its numbers would pass the rules. */
const x32Bit = 0x4000_0000

const numberOffset = 0
const archOffset = 4
const argOffset = (arg: number) => 16 + 8 * arg

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const mask = (bits: number): Instruction => [0x54, 0, 0, bits]
const ifEqual = (value: number, skipTrue: number, skipFalse: number): Instruction => [
  0x15,
  skipTrue,
  skipFalse,
  value,
]
const ifAtLeast = (value: number, skipTrue: number, skipFalse: number): Instruction => [
  0x35,
  skipTrue,
  skipFalse,
  value,
]
const ifAnyBit = (bits: number, skipTrue: number, skipFalse: number): Instruction => [
  0x45,
  skipTrue,
  skipFalse,
  bits,
]
const answer = (action: number): Instruction => [0x06, 0, 0, action]

const killProcess = answer(0x8000_0000)
const allow = answer(0x7fff_0000)
/** The call is not made and returns this error; 0 pretends success. */
const fail = (errno: number) => answer(0x0005_0000 + errno)

const enosys = 38

export function isFilterable(arch: string): arch is Architecture {
  return Object.hasOwn(audit, arch)
}

/** Little-endian, like both architectures. */
export function seccompFilter(mode: 'full' | 'reduced', arch: Architecture): Buffer {
  const program = [
    load(archOffset),
    ifEqual(audit[arch], 1, 0),
    killProcess,
    load(numberOffset),
    ...(arch === 'x64' ? [ifAtLeast(x32Bit, 0, 1), fail(enosys)] : []),
    ...seccompRules[mode].flatMap((rule) => compileRule(rule, arch)),
    allow,
  ]
  const bytes = Buffer.alloc(program.length * 8)
  for (const [i, [code, jumpTrue, jumpFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, i * 8)
    bytes.writeUInt8(jumpTrue, i * 8 + 2)
    bytes.writeUInt8(jumpFalse, i * 8 + 3)
    bytes.writeUInt32LE(operand, i * 8 + 4)
  }
  return bytes
}

/** Expects the number of the call in the accumulator and leaves it there. */
function compileRule(rule: SyscallRule, arch: Architecture): Instruction[] {
  const number = syscallNumbers[arch][rule.name]
  if (number === undefined) return []
  const { when } = rule
  if (when === undefined) return [ifEqual(number, 0, 1), fail(rule.errno)]
  const test = {
    not: ifEqual(when.value, 1, 0),
    equal: ifEqual(when.value, 0, 1),
    'any-bit-of': ifAnyBit(when.value, 0, 1),
  }[when.is]
  const masked = 'mask' in when && when.mask !== undefined ? [mask(when.mask)] : []
  const body = [load(argOffset(when.arg)), ...masked, test, fail(rule.errno), load(numberOffset)]
  return [ifEqual(number, 0, body.length), ...body]
}
