/**
 * Keeps the order of a list while the pointer or the focus is inside it. New items are counted, and shown on
 * request or when pointer and focus have left. Deleted items disappear at once.
 */
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { onRemoval } from './removals.ts'

const none: ReadonlySet<string> = new Set()

export function useStableOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const [isHeld, setHeld] = useState(false)
  const [frozen, setFrozen] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState(none)
  const known = useRef(new Map<string, Item>())
  const hold = { pointer: useRef(false), focus: useRef(false) }

  useEffect(() => onRemoval((name) => setRemoved((before) => new Set([...before, name]))), [])
  const shown = useMemo(() => {
    const latest = new Map(items.map((item) => [keyOf(item), item]))
    const order = isHeld ? frozen : [...latest.keys()]
    const result = order.flatMap(
      (key) => latest.get(key) ?? (removed.has(key) ? [] : (known.current.get(key) ?? [])),
    )
    known.current = new Map([...(isHeld ? known.current : []), ...latest])
    // Nothing is left that could move under the pointer.
    return result.length === 0 ? [...latest.values()] : result
  }, [items, keyOf, isHeld, frozen, removed])
  const shownKeys = new Set(shown.map(keyOf))
  const newCount = items.filter((item) => !shownKeys.has(keyOf(item))).length

  const freeze = () => {
    if (isHeld) return
    setFrozen(items.map(keyOf))
    setHeld(true)
  }
  const release = () => {
    if (!hold.pointer.current && !hold.focus.current) setHeld(false)
  }
  return {
    shown,
    newCount,
    showNew: () => setFrozen(items.map(keyOf)),
    holdProps: {
      onPointerEnter: () => {
        hold.pointer.current = true
        freeze()
      },
      onPointerLeave: () => {
        hold.pointer.current = false
        release()
      },
      onFocus: () => {
        hold.focus.current = true
        freeze()
      },
      onBlur: (event: FocusEvent) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        hold.focus.current = false
        release()
      },
    },
  }
}
