/** Writes a JSON schema of the contract as a plain TypeScript type, so that users do not need the schema library. */

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: unknown
  description?: string
  deprecated?: boolean
  default?: unknown
}

/** Named schemas are referenced by name. They are compared by content, because options create copies. */
export type Names = ReadonlyMap<string, string>

export function contentOf(schema: Schema): string {
  const { description: _, default: __, ...content } = schema
  return JSON.stringify(content)
}

export function typeOf(schema: Schema, names: Names): string {
  return names.get(contentOf(schema)) ?? bodyOf(schema, names)
}

export function bodyOf(schema: Schema, names: Names): string {
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if ('const' in schema) return literal(schema.const)
  if (schema.anyOf) return schema.anyOf.map((option) => typeOf(option, names)).join(' | ')
  if (schema.items) return `Array<${typeOf(schema.items, names)}>`
  const [pattern] = Object.values(schema.patternProperties ?? {})
  if (pattern) return `Record<string, ${typeOf(pattern, names)}>`
  if (Array.isArray(schema.type)) return unionOf(schema.type, schema, names)
  if (schema.properties) return objectOf(schema, names)
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      return 'unknown'
    default:
      throw new Error(`Cannot convert ${JSON.stringify(schema)} to a type.`)
  }
}

/** Properties belong to the object among the types. */
const unionOf = (types: string[], { properties, required, ...schema }: Schema, names: Names) =>
  types
    .map((type) =>
      type === 'object' && properties
        ? objectOf({ properties, ...(required && { required }) }, names)
        : bodyOf({ ...schema, type }, names),
    )
    .join(' | ')

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, names: Names): string {
  const fields = Object.entries(properties)
    .filter(([, field]) => !field.deprecated)
    .map(([name, field]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${comment(field.description)}${name}${mark}: ${typeOf(field, names)}`
    })
  if (additionalProperties === true) fields.push('[key: string]: unknown')
  return fields.length === 0 ? 'Record<string, unknown>' : `{\n${fields.join('\n')}\n}`
}

export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text} */\n`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}
