/** Reads settings from environment variables and explains every problem with them at once. */
import '../schema-settings.ts'
import type { Static, TObject, TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Value } from 'typebox/value'

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export function readSettings<Schema extends TObject>(schema: Schema, env: NodeJS.ProcessEnv): Static<Schema> {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(schema.properties)) {
    // Compose files and shells write "not set" as an empty variable.
    if (env[name] !== undefined && env[name] !== '') given[name] = convert(schema.properties[name], env[name])
  }
  const value = Value.Default(schema, given)
  if (Value.Check(schema, value)) return value
  throw new ConfigError(listProblems(schema, value))
}

/** Converts exactly what is written: `3.9` is not a port, and `true` is not a number. Anything else is left for validation. */
function convert(property: TSchema | undefined, text: string): unknown {
  const type = property && 'type' in property ? property.type : undefined
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function complain(error: TLocalizedValidationError): string {
  if (error.keyword === 'required') return 'is not set'
  if (error.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  return error.keyword === 'pattern' ? 'does not have the expected format' : error.message
}

function listProblems(schema: TObject, value: unknown): string[] {
  const problems = new Map<string, string>()
  for (const error of Value.Errors(schema, value)) {
    const names =
      error.keyword === 'required' ? error.params.requiredProperties : [error.instancePath.slice(1)]
    for (const name of names) {
      if (!problems.has(name))
        problems.set(name, `${name} ${complain(error)}. ${describeSetting(schema, name)}`.trim())
    }
  }
  return [...problems.values()]
}

/** What a setting is for, to explain what is wrong with it. */
export function describeSetting({ properties }: TObject, name: string): string {
  const property = properties[name]
  return property && 'description' in property ? String(property.description) : ''
}
