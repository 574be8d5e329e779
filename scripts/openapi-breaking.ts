/** Differences in a new OpenAPI document that would break existing clients. */

interface Schema {
  type?: string | string[]
  required?: string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
}

interface Content {
  content?: Record<string, { schema?: Schema }>
}

interface Operation {
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Content>
}

type Document = { paths?: Record<string, Record<string, Operation>> }

export function breakingChanges(before: object, after: object): string[] {
  const changes: string[] = []
  for (const [path, methods] of Object.entries((before as Document).paths ?? {})) {
    for (const [method, old] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      const now = (after as Document).paths?.[path]?.[method]
      if (!now) changes.push(`${name} was removed`)
      else changes.push(...requestChanges(name, old, now), ...responseChanges(name, old, now))
    }
  }
  return changes
}

const schemaOf = (content: Content | undefined): Schema =>
  Object.values(content?.content ?? {})[0]?.schema ?? {}

/** A request may require less and allow more, never the reverse. */
function requestChanges(name: string, old: Operation, now: Operation): string[] {
  const before = schemaOf(old.requestBody)
  const after = schemaOf(now.requestBody)
  const added = (after.required ?? []).filter((field) => !before.required?.includes(field))
  const narrowed = Object.entries(before.properties ?? {}).flatMap(([field, schema]) => {
    const next = after.properties?.[field]
    if (!next) return []
    const lost = (schema.enum ?? []).filter((value) => next.enum && !next.enum.includes(value))
    const shorter =
      next.maxLength !== undefined && next.maxLength < (schema.maxLength ?? Number.POSITIVE_INFINITY)
    return [
      ...(lost.length > 0 ? [`${name}: ${field} no longer accepts ${lost.join(', ')}`] : []),
      ...(shorter ? [`${name}: ${field} must be shorter`] : []),
      ...(String(schema.type) !== String(next.type) ? [`${name}: ${field} has another type`] : []),
    ]
  })
  return [...added.map((field) => `${name}: ${field} is now required`), ...narrowed]
}

/** A response may contain more, never less. */
function responseChanges(name: string, old: Operation, now: Operation): string[] {
  return Object.entries(old.responses ?? {}).flatMap(([status, content]) => {
    const next = now.responses?.[status]
    if (!next) return [`${name}: no longer returns ${status}`]
    return lostFields(`${name} ${status}`, schemaOf(content), schemaOf(next))
  })
}

/** The fields of a nullable object are those of the object. */
function fieldsOf({ properties = {}, anyOf = [] }: Schema): Record<string, Schema> {
  return Object.fromEntries([properties, ...anyOf.map(fieldsOf)].flatMap((fields) => Object.entries(fields)))
}

function lostFields(name: string, before: Schema, after: Schema): string[] {
  const fieldsAfter = fieldsOf(after)
  const lost = Object.entries(fieldsOf(before)).flatMap(([field, schema]) => {
    const next = fieldsAfter[field]
    return next ? lostFields(`${name}: ${field}`, schema, next) : [`${name}: ${field} was removed`]
  })
  return before.items ? [...lost, ...lostFields(`${name}[]`, before.items, after.items ?? {})] : lost
}
