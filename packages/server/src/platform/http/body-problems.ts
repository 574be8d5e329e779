/** Says in plain words what is wrong with a body, one line for each bad field. */
import '../schema-settings.ts'
import type { FieldProblem } from '@inlet/contract'
import type { TLocalizedValidationError } from 'typebox/error'

/** JSON pointers write `/` and `~` inside a name as `~1` and `~0`. */
function toField(instancePath: string): string {
  const names = instancePath.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.') || 'body'
}

function withArticle(type: string): string {
  if (type === 'null') return type
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`)

function quoteList(values: unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

function describe(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${[error.params.type].flat().map(withArticle).join(' or ')}`
    case 'maxLength':
      return `must be at most ${error.params.limit} characters long`
    case 'minimum':
      return `must be ${error.params.limit} or more`
    case 'maximum':
      return `must be ${error.params.limit} or less`
    case 'maxItems':
      return `must have at most ${items(error.params.limit)}`
    case 'minItems':
      return `must have at least ${items(error.params.limit)}`
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
  const unions = new Set(
    errors.filter((error) => error.keyword === 'anyOf').map((error) => error.instancePath),
  )
  const problems = new Map<string, Set<string>>()
  const add = (field: string, text: string) =>
    problems.set(field, (problems.get(field) ?? new Set()).add(text))
  const alternatives = new Set<string>()
  for (const error of errors) {
    // A union reports each branch and then itself; the branches say more.
    if (error.keyword === 'anyOf') continue
    if (error.keyword === 'required') {
      for (const name of error.params.requiredProperties)
        add(toField(`${error.instancePath}/${name}`), 'is required')
      continue
    }
    const field = toField(error.instancePath)
    if (unions.has(error.instancePath)) alternatives.add(field)
    add(field, describe(error))
  }
  return [...problems].map(([field, texts]) => ({
    field,
    message: join([...texts], alternatives.has(field)),
  }))
}

/** Branches of a union are alternatives; rules of one field must all hold. */
function join([first = '', ...rest]: string[], isAlternative: boolean): string {
  return rest.reduce(
    (text, next) => (isAlternative ? `${text}, or ${next.replace(/^must be /, '')}` : `${text}, and ${next}`),
    first,
  )
}
