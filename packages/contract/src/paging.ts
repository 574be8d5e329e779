import { type TSchema, Type } from 'typebox'

export const pageLimit = 50

export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageLimit,
      default: pageLimit,
      description: 'Items per page; higher values are capped at 50.',
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Number of items to skip.' })),
})

const PageLink = Type.Union([Type.String({ format: 'uri' }), Type.Null()])

/** The envelope of every list: the items under their own name, with count, next and previous. */
export function pageOf<Name extends string, Item extends TSchema>(name: Name, item: Item) {
  const items = { [name]: Type.Array(item) } as Record<Name, ReturnType<typeof Type.Array<Item>>>
  return Type.Object({
    ...items,
    count: Type.Integer({ description: 'Number of items on all pages.' }),
    next: PageLink,
    previous: PageLink,
  })
}
