/** Moves the focus from line to line and selects lines, by keyboard and by Shift or Ctrl with a click. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useState } from 'react'
import { emptySelection, keepListed, type Selection, selectTo, toggleRow } from '../../manage/selection.ts'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { lineOf } from './use-spoken-word.ts'

const group = 'Recording'

export function useLineSelection(
  list: RefObject<HTMLOListElement | null>,
  segments: readonly TranscriptSegment[],
  isOn: boolean,
) {
  const [stored, setStored] = useState<Selection>(emptySelection)
  const order = useMemo(() => segments.map(({ number }) => String(number)), [segments])
  const selection = useMemo(() => keepListed(stored, order), [stored, order])
  const select = useCallback(
    (number: number, isRange: boolean) =>
      setStored((now) => (isRange ? selectTo(now, String(number), order) : toggleRow(now, String(number)))),
    [order],
  )
  const clear = useCallback(() => setStored(emptySelection), [])
  const numbers = useMemo(() => [...selection.keys].map(Number), [selection])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOn || !(event.target instanceof HTMLElement) || event.target.closest('textarea')) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const from = focusedLine(list.current)
    const to = stepLine(list.current, by)
    if (!event.shiftKey || to === undefined) return
    setStored((now) => {
      const start = from === undefined || now.keys.size > 0 ? now : selectTo(now, String(from), order)
      return selectTo(start, String(to), order)
    })
  }
  const selectFocused = (isRange: boolean) => {
    const number = focusedLine(list.current)
    if (number !== undefined) select(number, isRange)
  }
  useShortcut({ keys: 'x', label: 'Select line', group }, () => selectFocused(false), isOn)
  useShortcut({ keys: 'shift+x', label: 'Select up to this line', group }, () => selectFocused(true), isOn)
  useShortcut({ keys: 'Escape', label: 'Clear selection', group }, clear, isOn && numbers.length > 0)
  return { keys: selection.keys, numbers, select, clear, onKeyDown }
}

/** The line that has the focus, or else the one that is played. */
export function focusedLine(list: HTMLElement | null): number | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-line]')
  const line = focused && list?.contains(focused) ? focused : list?.querySelector<HTMLElement>('[data-now]')
  return line ? Number(line.dataset['line']) : undefined
}

export function focusLine(list: HTMLElement | null, number: number): void {
  lineOf(list, number)?.focus()
}

/** Moves the focus to the next or previous line; without a current line, to the first. */
function stepLine(list: HTMLElement | null, by: number): number | undefined {
  const current = focusedLine(list)
  const now = current === undefined ? null : lineOf(list, current)
  const isFocused = now?.contains(document.activeElement) ?? false
  const next = isFocused
    ? by > 0
      ? now?.nextElementSibling
      : now?.previousElementSibling
    : (now ?? list?.firstElementChild)
  if (!(next instanceof HTMLElement)) return current
  next.focus()
  return Number(next.dataset['line'])
}
