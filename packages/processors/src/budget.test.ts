import { expect, it } from 'vitest'
import { startBudget } from './budget.ts'

it('decreases with time and never becomes negative', () => {
  let now = 1000
  const budget = startBudget(500, () => now)
  expect(budget.remainingMs()).toBe(500)
  now += 200
  expect(budget.remainingMs()).toBe(300)
  now += 1000
  expect(budget.remainingMs()).toBe(0)
})
