import { expect, it } from 'vitest'
import { passwordProblem } from './password.policy.ts'

const ada = { name: 'Ada Lovelace', email: 'ada.lovelace@example.org' }

it.each(['correct horse battery', 'Ada likes long walks', 'xT9$kq2!vLw8'])('takes %s', (password) => {
  expect(passwordProblem(password, ada)).toBeUndefined()
})

it.each([
  'aaaaaaaaaaaa',
  'abababababab',
  '111122223333',
  'ada.lovelace',
  'AdaLovelace1234',
  'ada.lovelace@example.org',
])('refuses %s', (password) => {
  expect(passwordProblem(password, ada)).toMatch(/^must /)
})
