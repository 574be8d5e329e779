/** Long lists of the workspace use cursors, so that pages stay correct while new items arrive at the top. */
import { type TSchema, Type } from 'typebox'

export const cursorPageLimit = 100

export const CursorQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: cursorPageLimit, default: 50, description: 'Items per page.' }),
  ),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page.' })),
})

export function cursorPageOf<Name extends string, Item extends TSchema>(name: Name, item: Item) {
  const items = { [name]: Type.Array(item) } as Record<Name, ReturnType<typeof Type.Array<Item>>>
  return Type.Object({
    ...items,
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page.' }),
  })
}
