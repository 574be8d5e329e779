import { expect, it } from 'vitest'
import { countsProcessesPerNamespace } from './probe.ts'
import { readStatus } from './status.ts'

it('reads the first process and whether the program was started', () => {
  expect(readStatus('')).toEqual({ firstPid: null, programStarted: false })
  expect(readStatus('{ "child-pid": 42, "net-namespace": 7 }\n')).toEqual({
    firstPid: 42,
    programStarted: false,
  })
  expect(readStatus('{ "child-pid": 42 }\n{ "exit-code": 0 }\n')).toEqual({
    firstPid: 42,
    programStarted: true,
  })
  expect(readStatus('{ "confined": true }\n')).toEqual({ firstPid: null, programStarted: true })
})

it('uses the first process named, because later lines could be forged', () => {
  expect(readStatus('{ "child-pid": 42 }\n{ "child-pid": 1 }').firstPid).toBe(42)
})

it.each([
  ['5.10.0-28-amd64', false],
  ['5.14.0', true],
  ['6.1.0', true],
  ['4.19.0', false],
])('knows whether kernel %s counts processes per namespace', (release, counts) => {
  expect(countsProcessesPerNamespace(release)).toBe(counts)
})
