import { useState } from 'react'
import { useShortcut } from '../ui/shortcuts/use-shortcut.ts'
import { emptySelection, keepListed, type Selection, selectTo, toggleRow } from './selection.ts'

const group = 'Select'

/** The key of the row that has the focus. */
const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey']

function stepFocus(by: 1 | -1): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-key]')]
  const place = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[Math.min(Math.max(place + by, 0), rows.length - 1)]
  next?.querySelector<HTMLElement>('[data-row-link]')?.focus()
  return next?.dataset['rowKey']
}

export interface ListSelection {
  keys: ReadonlySet<string>
  toggle: (key: string, isRange: boolean) => void
  clear: () => void
}

/** Selection of rows by checkbox, Shift and keyboard, in the order in which they are shown. */
export function useSelection(order: readonly string[], isOn: boolean): ListSelection {
  const [stored, setStored] = useState<Selection>(emptySelection)
  const selection = keepListed(stored, order)
  const change = (next: (now: Selection) => Selection) => setStored((now) => next(keepListed(now, order)))
  const toggle = (key: string, isRange: boolean) =>
    change((now) => (isRange ? selectTo(now, key, order) : toggleRow(now, key)))
  const clear = () => setStored(emptySelection)
  const onFocused = (isRange: boolean) => {
    const key = focusedRow()
    if (key !== undefined) toggle(key, isRange)
  }
  const extend = (by: 1 | -1) => {
    const from = focusedRow()
    const to = stepFocus(by)
    if (to === undefined) return
    change((now) => selectTo(from === undefined ? now : selectTo(now, from, order), to, order))
  }
  useShortcut({ keys: 'x', label: 'Select row', group }, () => onFocused(false), isOn)
  useShortcut({ keys: 'shift+x', label: 'Select up to this row', group }, () => onFocused(true), isOn)
  useShortcut({ keys: 'shift+j', label: 'Select next row too', group }, () => extend(1), isOn)
  useShortcut({ keys: 'shift+k', label: 'Select previous row too', group }, () => extend(-1), isOn)
  useShortcut({ keys: 'Escape', label: 'Clear selection', group }, clear, isOn && selection.keys.size > 0)
  return { keys: selection.keys, toggle, clear }
}
