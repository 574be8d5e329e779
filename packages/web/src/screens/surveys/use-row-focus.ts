/** Moves the focus between the rows of a virtualized table. */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { clampRow } from './table-window.ts'

type Align = 'auto' | 'start'

export function useRowFocus(input: {
  frame: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  current: number
  /** Makes the window of rows contain this one. */
  onMove: (row: number) => void
  scrollTo: (row: number, align: Align) => void
  visible: { first: number; last: number }
}) {
  const { frame, count, rowHeight, current, onMove, scrollTo, visible } = input
  const [target, setTarget] = useState<{ row: number; align: Align }>()
  /** The row that will get the focus. Keys may repeat faster than rows render. */
  const heading = useRef<number>(undefined)
  const moveTo = (row: number, align: Align = 'auto') => {
    const to = clampRow(count, row)
    heading.current = to
    onMove(to)
    setTarget({ row: to, align })
  }
  useEffect(() => {
    if (!target) return undefined
    let frameId = requestAnimationFrame(function focus() {
      const button = frame.current?.querySelector<HTMLElement>(`[data-row="${target.row}"]`)
      if (!button) {
        frameId = requestAnimationFrame(focus)
        return
      }
      button.focus({ preventScroll: true })
      heading.current = undefined
    })
    return () => cancelAnimationFrame(frameId)
  }, [target, frame])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per move, after the window of rows has rendered
  useEffect(() => {
    if (target) scrollTo(target.row, target.align)
  }, [target])
  const onFocus = useRecycledFocus(frame)

  const isInSight = current >= visible.first && current <= visible.last
  const step = (by: number) => {
    const isFocused = frame.current?.contains(document.activeElement) ?? false
    const from = heading.current ?? (isInSight ? current : visible.first)
    // The first key press only focuses the current row.
    moveTo(isFocused || heading.current !== undefined ? from + by : from)
  }
  useShortcut({ keys: 'j', label: 'Next response', group: 'Responses' }, () => step(1))
  useShortcut({ keys: 'k', label: 'Previous response', group: 'Responses' }, () => step(-1))

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2, 1)
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step(by)
  }
  return { moveTo, onKeyDown, onFocus, tabStop: isInSight ? current : visible.first }
}

/** A recycled row must not keep the focus of the row it replaced. */
function useRecycledFocus(frame: RefObject<HTMLElement | null>) {
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    const active = document.activeElement
    if (!(active instanceof HTMLElement) || !frame.current?.contains(active)) return
    if (active.dataset['row'] !== focused.current) active.blur()
  })
  return (event: { target: HTMLElement }) => {
    focused.current = event.target.dataset['row']
  }
}
