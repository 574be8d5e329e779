/** Which rows of a list are selected, and from which row a range starts. Pure. */
export interface Selection {
  keys: ReadonlySet<string>
  /** The row that was selected or cleared last. */
  anchor: string | undefined
}

export const emptySelection: Selection = { keys: new Set(), anchor: undefined }

export function toggleRow({ keys }: Selection, key: string): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/** Selects everything from the anchor to the row. Without an anchor in the list, only the row. */
export function selectTo(selection: Selection, key: string, order: readonly string[]): Selection {
  const { keys, anchor = key } = selection
  const ends = [order.indexOf(anchor), order.indexOf(key)]
  const [first = 0, last = 0] = ends.toSorted((a, b) => a - b)
  const range = first < 0 ? [key] : order.slice(first, last + 1)
  return { keys: new Set([...keys, ...range]), anchor: first < 0 ? key : anchor }
}

/** Without rows that are no longer in the list. */
export function keepListed(selection: Selection, order: readonly string[]): Selection {
  const listed = order.filter((key) => selection.keys.has(key))
  if (listed.length === selection.keys.size) return selection
  return { ...selection, keys: new Set(listed) }
}
