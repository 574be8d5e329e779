import { expect, it } from 'vitest'
import { mayMove } from './move.policy.ts'

const open = { isProtected: false, isHiddenByProject: false }

it('keeps recordings without protection out of protected projects', () => {
  expect(mayMove(open, true)).toBe(false)
  expect(mayMove({ ...open, isProtected: true }, true)).toBe(true)
})

it('lets a recording leave a protected project unless only the project hides its original', () => {
  expect(mayMove({ ...open, isProtected: true }, false)).toBe(true)
  expect(mayMove({ ...open, isHiddenByProject: true }, false)).toBe(false)
  expect(mayMove(open, false)).toBe(true)
})
