/**
 * A stub of the schema library for the browser. The contract builds its routes with that library, but the app only
 * uses their method and path, and trusts responses from the server of the same release.
 */
interface Shape {
  properties?: Record<string, unknown>
  enum?: readonly unknown[]
}

const shape = (): Shape => ({})

export const Type = {
  Object: (properties: Record<string, unknown>): Shape => ({ properties }),
  Enum: (values: readonly unknown[]): Shape => ({ enum: values }),
  Array: shape,
  Boolean: shape,
  Integer: shape,
  Literal: shape,
  Null: shape,
  Number: shape,
  Optional: shape,
  Partial: shape,
  Record: shape,
  String: shape,
  Union: shape,
  Unknown: shape,
  Unsafe: shape,
  Omit: shape,
  Pick: shape,
  Composite: shape,
  Intersect: shape,
}
