/** Says in plain words what is wrong with a body, one line for each bad field. */
import type { FieldProblem } from '@inlet/contract'
import type { TLocalizedValidationError } from 'typebox/error'

const toField = (instancePath: string) => instancePath.slice(1).replaceAll('/', '.') || 'body'

const article = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)

function quoteList(values: unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

function describe(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type': {
      const types = [error.params.type].flat()
      return `must be ${types.map(article).join(' or ')}`
    }
    case 'maxLength':
      return `must be at most ${error.params.limit} characters long`
    case 'minimum':
      return `must be ${error.params.limit} or more`
    case 'maximum':
      return `must be ${error.params.limit} or less`
    case 'maxItems':
      return `must have at most ${error.params.limit} items`
    case 'minItems':
      return `must have at least ${error.params.limit} items`
    case 'uniqueItems':
      return 'must not name the same item twice'
    case 'enum':
      return `must be one of ${quoteList(error.params.allowedValues)}`
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'pattern':
      return String(error.params.pattern) === '\\S' ? 'must not be blank' : 'is not in the expected form'
    default:
      return error.message
  }
}

export function bodyProblems(errors: readonly TLocalizedValidationError[]): FieldProblem[] {
  const problems = new Map<string, string>()
  for (const error of errors) {
    if (error.keyword === 'required') {
      const parent = error.instancePath
      for (const name of error.params.requiredProperties)
        problems.set(toField(`${parent}/${name}`), 'is required')
      continue
    }
    // A union reports each branch and then itself; the branches say more.
    if (error.keyword === 'anyOf') continue
    const field = toField(error.instancePath)
    const known = problems.get(field)
    const text = describe(error)
    problems.set(field, known && known !== text ? `${known}, or ${text.replace(/^must be /, '')}` : text)
  }
  return [...problems].map(([field, message]) => ({ field, message }))
}
