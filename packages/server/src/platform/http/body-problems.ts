/** Describes what is wrong with a body in plain words, one line for each invalid field. */
import '../schema-settings.ts'
import { type FieldProblem, localePattern } from '@inlet/contract'
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

/** What each pattern of the contract requires, in words. */
const patterns = new Map([
  ['\\S', 'must not be blank'],
  [localePattern, 'must be a locale such as en-US: a language, a hyphen and a region'],
])

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
      return 'must not contain duplicates'
    case 'enum':
      return `must be one of ${quoteList(error.params.allowedValues)}`
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'pattern':
      return patterns.get(String(error.params.pattern)) ?? 'does not have the expected format'
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
  const isInside = (path: string) => errors.some(({ instancePath }) => instancePath.startsWith(`${path}/`))
  const matchedUnions = new Set([...unions].filter(isInside))
  for (const error of errors) {
    // A union reports each branch and then itself; the branches are more specific.
    if (error.keyword === 'anyOf') continue
    // A problem inside the value belongs to the branch that was meant; the requirements of the other branches do not
    // help.
    if (matchedUnions.has(error.instancePath)) continue
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

/** Branches of a union are alternatives; all rules of one field must hold. */
function join([first = '', ...rest]: string[], isAlternative: boolean): string {
  return rest.reduce(
    (text, next) => (isAlternative ? `${text}, or ${next.replace(/^must be /, '')}` : `${text}, and ${next}`),
    first,
  )
}
