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

const withoutCursor = 'Always present without the parameter cursor.'
const PageLink = Type.Union([Type.String({ format: 'uri' }), Type.Null()], { description: withoutCursor })

/** The envelope of every list: the items under their own name, with count, next and previous, or with next_cursor. */
export function pageOf<Name extends string, Item extends TSchema>(name: Name, item: Item) {
  const items = { [name]: Type.Array(item) } as Record<Name, ReturnType<typeof Type.Array<Item>>>
  return Type.Object({
    ...items,
    count: Type.Optional(Type.Integer({ description: `Number of items on all pages. ${withoutCursor}` })),
    next: Type.Optional(PageLink),
    previous: Type.Optional(PageLink),
    next_cursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Only with the parameter cursor: the cursor of the next page; null on the last one.',
      }),
    ),
  })
}
