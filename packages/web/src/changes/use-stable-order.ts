/**
 * Keeps the order of a list while the pointer or the focus is inside it. New items are counted, and shown on
 * request or when pointer and focus have left.
 */
import { type FocusEvent, useMemo, useRef, useState } from 'react'

export function useStableOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const [isHeld, setHeld] = useState(false)
  const [frozen, setFrozen] = useState<readonly string[]>([])
  const known = useRef(new Map<string, Item>())
  const hold = { pointer: useRef(false), focus: useRef(false) }

  const shown = useMemo(() => {
    const latest = new Map(items.map((item) => [keyOf(item), item]))
    const order = isHeld ? frozen : [...latest.keys()]
    const result = order.flatMap((key) => latest.get(key) ?? known.current.get(key) ?? [])
    known.current = new Map([...(isHeld ? known.current : []), ...latest])
    return result
  }, [items, keyOf, isHeld, frozen])
  const newCount = isHeld ? items.filter((item) => !frozen.includes(keyOf(item))).length : 0

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
