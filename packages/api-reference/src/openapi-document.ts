/** The subset of OpenAPI 3.1 and JSON Schema that the contract uses and the reference can show. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  deprecated?: boolean
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  /** The generator moves it out of the schema. */
  example?: unknown
  schema?: Schema
}

export type Content = Record<string, { schema?: Schema }>

export interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content?: Content }
  security?: Record<string, string[]>[]
  responses?: Record<string, { description?: string; content?: Content }>
}

interface SecurityScheme {
  type?: string
  flows?: { clientCredentials?: { tokenUrl?: string; scopes?: Record<string, string> } }
}

export interface OpenApiDocument {
  info?: { title?: string; version?: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Operation> | undefined>
  components?: { schemas?: Record<string, Schema>; securitySchemes?: Record<string, SecurityScheme> }
}

const schemaPrefix = '#/components/schemas/'

/** The schema with every $ref replaced by its target. A recursive schema ends after one level. */
export function inlineSchema(
  document: OpenApiDocument,
  schema: Schema,
  open: readonly string[] = [],
): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace(schemaPrefix, '')
    const named = document.components?.schemas?.[name]
    const { $ref: _, ...beside } = schema
    if (!named || open.includes(name)) return { type: 'object', description: `See ${name}.`, ...beside }
    return { ...inlineSchema(document, named, [...open, name]), ...beside }
  }
  const inline = (inner: Schema) => inlineSchema(document, inner, open)
  const { properties, items, additionalProperties, anyOf, oneOf, allOf, ...plain } = schema
  return {
    ...plain,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, inline(inner)]),
      ),
    }),
    ...(items && { items: inline(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? inline(additionalProperties) : additionalProperties,
    }),
    ...(anyOf && { anyOf: anyOf.map(inline) }),
    ...(oneOf && { oneOf: oneOf.map(inline) }),
    ...(allOf && { allOf: allOf.map(inline) }),
  }
}
