import { invalidField } from '../../platform/errors.ts'
import { passwordProblem } from './password.policy.ts'

export function refuseWeakPassword(
  field: string,
  password: string,
  person: { name: string; email: string },
): void {
  const problem = passwordProblem(password, person)
  if (problem !== undefined) throw invalidField(field, problem)
}
