/** Converts a JSON Schema to table rows: one row per field, nested fields with dotted names. */
import type { Parameter, Schema } from './openapi-document.ts'
import { type Rule, rulesOf } from './schema-rules.ts'
import { shapeOf, typeOf } from './schema-shape.ts'

export interface Field {
  /** `links.status`, `parts[].row_count`, `upload_fields.*`. */
  name: string
  type: string
  isRequired: boolean
  isDeprecated: boolean
  rules: Rule[]
  description: string
}

export function fieldsOf(schema: Schema, path = ''): Field[] {
  const { variants } = shapeOf(schema)
  return [
    ...propertyFields(variants, path),
    ...variants.flatMap(({ items }) => (items ? fieldsOf(items, `${path}[]`) : [])),
    ...variants.flatMap(({ additionalProperties }) =>
      typeof additionalProperties === 'object' ? fieldsOf(additionalProperties, join(path, '*')) : [],
    ),
  ]
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function propertyFields(variants: Schema[], path: string): Field[] {
  const names = new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))
  return [...names].flatMap((name) => {
    const holders = variants.filter((variant) => variant.properties?.[name])
    // A field that only some alternatives have may be absent, even if those require it.
    const isRequired =
      holders.length === variants.length && holders.every((holder) => holder.required?.includes(name))
    const inner = union(holders.flatMap((holder) => holder.properties?.[name] ?? []))
    return [fieldOf(join(path, name), inner, isRequired), ...fieldsOf(inner, join(path, name))]
  })
}

export function parameterField({ name, schema = {}, required, description }: Parameter): Field {
  const field = fieldOf(name, schema, required ?? false)
  return { ...field, description: description ?? field.description }
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  return {
    name,
    type: typeOf(schema),
    isRequired,
    isDeprecated: schema.deprecated ?? false,
    rules: rulesOf(schema),
    description: describe(schema),
  }
}

function union(schemas: Schema[]): Schema {
  const [first = {}, ...others] = schemas
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : { anyOf: schemas }
}

/** A list or optional value is often described on its inner schema, because that one is shared. */
function describe(schema: Schema): string {
  if (schema.description !== undefined) return schema.description
  for (const { description, items } of shapeOf(schema).variants) {
    const found = description ?? (items && items.properties === undefined ? describe(items) : '')
    if (found) return found
  }
  return ''
}
