import { expect, it } from 'vitest'
import { chooseProject } from './find-project.ts'

const profile = { project: '7', source: 'profile default' }
const environment = { source: 'environment' }

it('prefers --project, then INLET_PROJECT, then the profile', () => {
  expect(chooseProject('Pricing', { INLET_PROJECT: '8' }, profile)).toBe('Pricing')
  expect(chooseProject(undefined, { INLET_PROJECT: '8' }, profile)).toBe('8')
  expect(chooseProject(undefined, {}, profile)).toBe('7')
})

it('says how to choose one', () => {
  expect(() => chooseProject(undefined, {}, { source: 'profile default' })).toThrow('inlet projects use')
  expect(() => chooseProject(undefined, {}, environment)).toThrow(
    'No project is given. Pass --project or set INLET_PROJECT.',
  )
})
