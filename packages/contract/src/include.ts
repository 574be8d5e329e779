import { Type } from 'typebox'

/** The `include` parameter of a status or list: field groups that are returned only on request. */
export function includeQuery(groups: readonly string[], description: string) {
  return Type.Object({
    include: Type.Optional(
      Type.String({
        description: `Comma-separated field groups to add: ${groups.join(', ')}. ${description}`,
        examples: [groups.join(',')],
      }),
    ),
  })
}
