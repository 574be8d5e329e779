/**
 * Stands in for the schema library in the browser. Routes of the contract are built with it, but the pages
 * use only their method and path; what they are told is checked by the server of the same release.
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
  Omit: shape,
  Pick: shape,
  Composite: shape,
  Intersect: shape,
}
